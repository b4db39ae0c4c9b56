// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.microbench.transport.load.ClientResult.PhaseTimes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the commands on the page for users of other tools, and the form of its example. */
class ComingFromTest {

    private static final Path PAGE = Path.of("..", "src", "docs", "coming-from.md");
    private static final Pattern COMMAND = Pattern.compile("(?:`|\\n\\$ )messages ([^`\\n]+)");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)\\n\\$ messages single [^\\n]*\\n(.*?)\\n\\.\\.\\.\\n");

    private static String page() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource
    void everyCommandIsValid(List<String> arguments) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());

        assertThatCode(() -> Messages.commandLine(nowhere, nowhere).parseArgs(arguments.toArray(String[]::new)))
                .doesNotThrowAnyException();
    }

    static Stream<List<String>> everyCommandIsValid() {
        return COMMAND.matcher(page())
                .results()
                .map(found -> List.of(found.group(1).split(" ", -1)));
    }

    @Test
    void exampleHasTheFormOfTheTables() {
        PhaseTimes legs = PhaseTimes.none();
        legs.upload().recordValueWithCount(1_550_000, 1024);
        ClientResult made = new ClientResult(
                512_000,
                1024,
                0,
                0,
                1_790_000_000L,
                List.of(1024L),
                legs,
                Optional.empty(),
                List.of(),
                Optional.empty());
        List<String> example = EXAMPLE.matcher(page())
                .results()
                .flatMap(found -> found.group(1).lines())
                .toList();

        assertThat(example).hasSizeGreaterThan(10);
        assertThat(form(new MessageTable(new Resolution(25)).text("Client 0", made)))
                .startsWith(form(String.join("\n", example)));
    }

    /** Returns text without its measured values and the blanks before them. */
    private static String form(String text) {
        return text.replaceAll(" *[\\d.]+ ?[KMG]?i?B/s", " RATE").replaceAll(" *[\\d.]+(ns|µs|ms|s)\\b", " TIME");
    }
}
