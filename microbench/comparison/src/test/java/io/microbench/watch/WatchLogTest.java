// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.watch.WatchLog.WatchedFork;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WatchLogTest {

    private final WatchLog log = new WatchLog();

    private String add(int version, double value, String unit) {
        return log.add(new WatchedFork(Instant.parse("2026-11-20T15:00:11Z"), version, value, unit));
    }

    private String add(int version, double value) {
        return add(version, value, "ops/us");
    }

    @Test
    void formatsForkAsLine() {
        assertThat(add(1, 584.8196)).isEqualTo("15:00:11  #1  584.82 ops/us");
        assertThat(add(1, 1_410_833_830.976, "ops/s")).isEqualTo("15:00:11  #1  1.41 G ops/s");
        assertThat(add(1, 0.0123, "us/op")).isEqualTo("15:00:11  #1  0.0123 us/op");
    }

    @Test
    void comparesNewCodeUntilDecided() {
        for (int fork = 0; fork < 8; fork++) {
            add(1, 100 + fork % 2);
        }
        log.changed(2);

        assertThat(add(2, 50))
                .startsWith(
                        "15:00:11  #2  50.000 ops/us  baseline 100.50 ops/us, candidate 50.000 ops/us, speed -50.2%")
                .endsWith("undecided after 1 fork; with 8 of the baseline, a verdict needs at least 2");
        String last = "";
        for (int fork = 0; fork < 7 && !last.endsWith("SLOWER"); fork++) {
            last = add(2, 50 + fork % 2 / 10.0);
        }
        assertThat(last).contains("speed -50", " [-").endsWith("%]: SLOWER");
        // The verdict is printed once; after that only the rate.
        assertThat(add(2, 50)).isEqualTo("15:00:11  #2  50.000 ops/us");
    }

    @Test
    void formatsLargeSpeedUpAsFactor() {
        add(1, 100);
        log.changed(2);

        assertThat(add(2, 2_050))
                .endsWith("baseline 100.00 ops/us, candidate 2,050.0 ops/us, speed x20.50: undecided after 1 fork;"
                        + " with 1 of the baseline, a verdict needs at least 4");
        for (int fork = 0; fork < 6; fork++) {
            add(2, 2_050 + fork);
        }
        log.changed(2);
        String last = "";
        for (int fork = 0; fork < 7 && !last.endsWith("FASTER"); fork++) {
            last = add(3, 40_000 + fork);
        }
        assertThat(last).containsPattern(", speed x19\\.\\d\\d \\[x\\d+\\.\\d\\d, x\\d+\\.\\d\\d]: FASTER$");
    }

    @Test
    void requiresMoreForksForSmallBaseline() {
        add(1, 100);

        assertThat(log.changed(2))
                .isEqualTo("The code has changed: #2. Its baseline has 1 fork, so a verdict needs at least 4 forks of"
                        + " the new code.");
        for (int fork = 1; fork < 4; fork++) {
            assertThat(add(2, 50 + fork / 10.0)).contains("; with 1 of the baseline, a verdict needs at least 4");
        }
        assertThat(add(2, 50)).endsWith(": SLOWER");
    }

    @Test
    void describesBaselineOfNewCode() {
        assertThat(log.changed(2)).isEqualTo("The code has changed: #2.");
        add(2, 100);
        add(2, 101);
        add(2, 102);
        assertThat(log.changed(3)).isEqualTo("The code has changed: #3. Its baseline has 3 forks.");
    }

    @Test
    void reportsShorterTimeAsHigherSpeed() {
        add(1, 2, "us/op");
        log.changed(2);

        assertThat(add(2, 1, "us/op")).contains("baseline 2.000 us/op, candidate 1.000 us/op, speed +100.0%");
    }

    @Test
    void skipsVersionWithoutForks() {
        add(1, 100);
        log.changed(2);
        // The second change comes before the first fork of the first change.
        log.changed(2);

        assertThat(add(3, 200)).contains("baseline 100.00 ops/us, candidate 200.00 ops/us");
    }

    @Test
    void keepsEveryFork() {
        add(1, 100);
        log.changed(2);
        add(2, 200);

        assertThat(log.rounds()).extracting(WatchedFork::version).containsExactly(1, 2);
    }

    @Test
    void omitsRatioForScoreOfZero() {
        add(1, 100);
        log.changed(2);

        assertThat(add(2, 0)).doesNotContain("speed");
    }
}
