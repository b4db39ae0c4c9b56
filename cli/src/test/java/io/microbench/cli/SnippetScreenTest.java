/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.result.Failure;
import io.microbench.result.RunRecord;
import io.microbench.snippet.Answer;
import io.microbench.text.ConsoleStyle;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SnippetScreenTest {

    private static final String TERMINAL = "microbench-cli.errTerminal";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @AfterEach
    void noTerminal() {
        System.clearProperty(TERMINAL);
    }

    private SnippetScreen screen(int width) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(stream, stream, StandardCharsets.UTF_8, new ConsoleStyle(width, true, false));
        return new SnippetScreen(console, false, 2);
    }

    private List<String> printed() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static Answer answer(Map<String, Failure> failures, String... warnings) {
        RunRecord run = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "snippet",
                Instant.EPOCH,
                Optional.empty(),
                EnvironmentProbe.here(),
                List.of(),
                List.of(),
                Optional.empty());
        return new Answer(run, List.of(), failures, List.of(warnings), Map.of(), false);
    }

    private static Failure notStarted() {
        return new Failure(
                Failure.Kind.NOT_STARTED,
                "The fork did not start: Unrecognized VM option 'NoSuch'",
                "",
                List.of(),
                List.of("Unrecognized VM option 'NoSuch'"));
    }

    @Test
    void warningsAreBrokenBetweenWordsOnATerminal() {
        System.setProperty(TERMINAL, "true");

        screen(30).summary(answer(Map.of(), "a call takes no longer than a call of nothing"));

        assertThat(printed()).containsExactly("WARNING: a call takes no", "  longer than a call of", "  nothing");
    }

    @Test
    void aFileHasEachWarningInALine() {
        screen(30).summary(answer(Map.of(), "a call takes no longer than a call of nothing"));

        assertThat(printed()).containsExactly("WARNING: a call takes no longer than a call of nothing");
    }

    @Test
    void aForkThatCannotStartIsToldOnce() {
        Map<String, Failure> failures = new LinkedHashMap<>();
        failures.put("snippet.1", notStarted());
        failures.put("snippet.2", notStarted());
        SnippetScreen screen = screen(0);
        screen.printed("1", "Unrecognized VM option 'NoSuch'");

        screen.summary(answer(failures));

        assertThat(printed())
                .containsExactly(
                        "Unrecognized VM option 'NoSuch'",
                        "microbench: \"snippet.1\" failed: The fork did not start: Unrecognized VM option 'NoSuch'");
    }
}
