// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.microbench.text.ConsoleStyle;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the page on other tools names is there. */
class OtherToolsTest {

    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream(), false);

    @ParameterizedTest
    @MethodSource
    void everyCommandIsOne(List<String> arguments) {
        String[] all = arguments.toArray(String[]::new);
        Console console = new Console(NOWHERE, NOWHERE, StandardCharsets.UTF_8, ConsoleStyle.plain());

        assertThatCode(() -> MicrobenchCommand.commandLine(console, all).parseArgs(all))
                .as(String.join(" ", arguments))
                .doesNotThrowAnyException();
    }

    static Stream<List<String>> everyCommandIsOne() {
        return OtherToolsPage.commands().stream();
    }

    @Test
    void everySettingIsOne() {
        String settings = OtherToolsPage.read("settings.md");
        List<String> named = OtherToolsPage.code("-D").stream()
                .filter(code -> code.contains("=") && !code.startsWith("-Dgroups"))
                .map(code -> code.substring(2, code.indexOf('=')))
                .map(name -> name.startsWith("microbench.param.") ? "microbench.param.<name>" : name)
                .toList();

        assertThat(named).hasSizeGreaterThan(15).allSatisfy(name -> assertThat(settings)
                .contains("\n| `" + name + "` |"));
    }
}
