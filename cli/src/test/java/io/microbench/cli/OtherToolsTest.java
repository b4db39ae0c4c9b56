// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.microbench.text.ConsoleStyle;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that commands and settings on the pages about other tools exist. */
class OtherToolsTest {

    /** Properties of Surefire and of stores. */
    private static final Pattern NOT_OURS = Pattern.compile("^-D(groups|test|skipTests|store[.])");

    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream(), false);

    @ParameterizedTest
    @MethodSource
    void everyCommandIsValid(List<String> arguments) {
        String[] all = arguments.toArray(String[]::new);
        Console console = new Console(NOWHERE, NOWHERE, StandardCharsets.UTF_8, ConsoleStyle.plain());

        assertThatCode(() -> MicrobenchCommand.commandLine(console, all).parseArgs(all))
                .as(String.join(" ", arguments))
                .doesNotThrowAnyException();
    }

    static Stream<List<String>> everyCommandIsValid() {
        return Stream.of(OtherToolsPage.values())
                .flatMap(page -> Stream.concat(page.commands().stream(), page.examples().stream()));
    }

    @ParameterizedTest
    @EnumSource
    void everySettingExists(OtherToolsPage page) {
        String settings = OtherToolsPage.read("settings.md");
        List<String> named = Stream.concat(page.code("-D").stream(), page.code("./mvnw ").stream())
                .flatMap(code -> OtherToolsPage.words(code).stream())
                .filter(code -> code.startsWith("-D")
                        && code.contains("=")
                        && !NOT_OURS.matcher(code).find())
                .map(code -> code.substring(2, code.indexOf('=')))
                .map(name -> name.startsWith("microbench.param.") ? "microbench.param.<name>" : name)
                .toList();

        assertThat(named).hasSizeGreaterThan(10).allSatisfy(name -> assertThat(settings)
                .contains("\n| `" + name + "` |"));
    }
}
