// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.HistoryStore;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a gate without suspects or with invalid options, which measures nothing. */
@Tag("any-jdk")
class GateCommandTest {

    private static final String CASE = "a.Codec.encode:threads=1";

    @TempDir
    Path folder;

    private final TestConsole console = new TestConsole();
    private String history = "";

    /** Fourteen nights on main; the last one is slow. */
    @BeforeEach
    void fill() {
        history = folder.resolve("history").toString();
        try (HistoryStore store = HistoryStore.open(history)) {
            for (int night = 0; night < 14; night++) {
                double value = (night == 13 ? 150 : 100) + 0.1 * (night % 3);
                store.append(MadeNights.night(night, "c0ffee" + night, MadeNights.time(CASE, value)));
            }
        }
    }

    @Test
    void passesTheNightBeforeTheChange() {
        assertThat(console.run("gate", history, "--branch", "main", "--run", "night-12"))
                .isEqualTo(ExitCode.FINE);
        assertThat(console.out().lines())
                .containsExactly(
                        "No slowdown found: no case is under suspicion",
                        "Run night-12 of commit c0ffee12 on main, 1 case");
        assertThat(console.errors()).isEmpty();
    }

    /** The script of the nightly job detects a new history by the first words of this output. */
    @Test
    void failsIfTheHistoryIsTooShort() {
        assertThat(console.run("gate", history, "--run", "night-1")).isEqualTo(ExitCode.USAGE);
        assertThat(console.out().lines())
                .containsExactly(
                        "Nothing was judged yet: the history has 2 runs, and a case needs 3 earlier runs",
                        "Run night-1 of commit c0ffee1 on main, 1 case",
                        "The case could not be judged: with fewer than 3 comparable earlier runs");
    }

    @Test
    void failsIfAllNightsAreStarved() {
        String starved = folder.resolve("starved").toString();
        try (HistoryStore store = HistoryStore.open(starved)) {
            for (int night = 0; night < 14; night++) {
                store.append(MadeNights.night(
                        night, "c0ffee" + night, MadeNights.starved(MadeNights.time(CASE, night < 9 ? 100 : 125))));
            }
        }

        assertThat(console.run("gate", starved)).isEqualTo(ExitCode.USAGE);
        assertThat(console.out().lines())
                .startsWith(
                        "Nothing was judged: the machine was too busy in 14 of 14 runs. Measure while it does no other work")
                .last()
                .isEqualTo(
                        "The case could not be judged: on a busy machine (most measured iterations waited for a processor). The machine was too"
                                + " busy in 14 of 14 runs");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gate                              | Missing required parameter: 'HISTORY'
            gate PLACE more                 | Unmatched argument at index 2: 'more'
            gate PLACE --branch=next        | PLACE has no run of branch next. Expected main. Append runs with
            gate PLACE --run=night-99       | The history has no run "night-99"; its latest is night-13
            gate PLACE --budget=soon        | --budget = "soon" (command line) cannot be used. Expected a time
            gate PLACE --confidence=half    | --confidence = "half" (command line) cannot be used. Expected a share of at least 50%
            gate PLACE --fork-range=2..     | The minimum of --fork-range (microbench.forkRange) is 2. Expected 3 or more, such as 3..10.
            gate PLACE --confidence=50%     | The confidence is 50%. Expected a share above 50% and below 100%, such as 99%.
            gate PLACE -Dmicrobench.forceComparison=true | microbench.forceComparison = "true" has no effect on gate, which
            gate PLACE -cp=missing.jar      | There is no missing.jar in
            gate PLACE --heads=x            | Unknown option: '--heads=x'. Did you mean
            """)
    void reportsInvalidLinesBeforeBuilding(String line, String message) {
        String[] arguments = line.replace("PLACE", history).split(" +", -1);

        assertThat(console.run(arguments)).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors().get(0)).startsWith("microbench: " + message.replace("PLACE", history));
        assertThat(console.errors()).noneMatch(error -> error.startsWith("Building"));
        assertThat(console.out()).isEmpty();
    }
}
