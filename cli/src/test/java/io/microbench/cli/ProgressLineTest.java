// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.SnippetScreen.ErrTerminal;
import io.microbench.text.ConsoleStyle;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

    private static final ErrTerminal LIVE = new ErrTerminal(true, true, 80);
    private static final ErrTerminal NONE = new ErrTerminal(false, false, 80);
    private static final ErrTerminal DUMB = new ErrTerminal(true, false, 80);

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Instant now = Instant.EPOCH;

    private ProgressLine line(ErrTerminal terminal) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(stream, stream, StandardCharsets.UTF_8, ConsoleStyle.plain());
        return new ProgressLine(console, terminal, () -> now);
    }

    private void after(double seconds) {
        now = Instant.EPOCH.plusMillis(Math.round(seconds * 1000));
    }

    @Test
    void showsRunsAndTimeLeft() {
        try (ProgressLine line = line(LIVE)) {
            after(0.5);
            line.step("Reading", 0, 40);
            after(2.5);
            line.step("Reading", 10, 40);
            after(4.5);
            line.step("Reading", 20, 40);
            after(8);
            line.step("Writing", 40, 40);
        }

        assertThat(err.toString(StandardCharsets.UTF_8).split("\r", -1))
                .containsExactly(
                        "",
                        "Reading: 10 of 40 runs, 7 s left\u001B[K",
                        "Reading: 20 of 40 runs, 5 s left\u001B[K",
                        "Writing: 40 runs\u001B[K",
                        "\u001B[K");
    }

    @Test
    void showsNoTimeLeftForAnUnknownNumber() {
        ProgressLine line = line(LIVE);
        after(2);
        line.step("Reading", 10, 0);

        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("\rReading: 10 runs\u001B[K");
    }

    @Test
    void printsNothingIfFastOrWithoutATerminal() {
        try (ProgressLine line = line(LIVE)) {
            after(0.9);
            line.step("Reading", 39, 40);
        }
        for (ErrTerminal terminal : new ErrTerminal[] {NONE, DUMB}) {
            now = Instant.EPOCH;
            try (ProgressLine line = line(terminal)) {
                after(60);
                line.step("Reading", 10, 40);
                line.show("Searching");
            }
        }

        assertThat(err.size()).isZero();
    }

    @Test
    void updatesAFewTimesPerSecond() {
        ProgressLine line = line(LIVE);
        for (int done = 0; done < 40; done++) {
            after(done * 0.05);
            line.step("Reading", done, 40);
        }

        assertThat(err.toString(StandardCharsets.UTF_8).chars().filter(c -> c == '\r'))
                .hasSize(5);
    }
}
