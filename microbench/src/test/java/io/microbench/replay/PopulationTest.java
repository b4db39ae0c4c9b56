// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stopping.LaboratoryRules;
import io.microbench.stopping.MadeSeries;
import io.microbench.stopping.StopRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the rules on a synthetic population of benchmarks: forks that differ, warm-ups of all lengths, mostly
 * similar in all forks of a benchmark, plateaus that drop late, levels that wander, heavy-tailed slow iterations.
 */
@Tag("any-jdk")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PopulationTest {

    private static final int BENCHMARKS = 60;
    private static final int FORKS = 8;

    private ReplayRecord record;

    @BeforeAll
    void replay(@TempDir Path folder) throws IOException {
        MadeFolder made = new MadeFolder(folder);
        for (int b = 0; b < BENCHMARKS; b++) {
            made.series(String.format(Locale.ROOT, "b%02d", b), benchmark(b));
        }
        record = Replay.over(
                folder,
                LaboratoryRules.all().stream()
                        .map(rule -> new ReplayRule(rule, ReplayRule.FORKS))
                        .toList());
    }

    private static double[][] benchmark(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double between = 0.015 * Math.exp(random.nextDouble(-1.5, 1.2));
        double warm = Math.exp(random.nextDouble(Math.log(0.5), Math.log(20)));
        double size = random.nextDouble(0.05, 0.5);
        boolean plateau = random.nextInt(5) == 0;
        double wander = 0.005 * Math.exp(random.nextDouble(-1.5, 1.5));
        return IntStream.range(0, FORKS)
                .mapToObj(fork -> {
                    long own = 100 * seed + fork;
                    MadeSeries series = MadeSeries.constant(110)
                            .level(between * random.nextDouble(-1.7, 1.7))
                            .ramp(0.3, 0.6)
                            .wander(own, wander, 2)
                            .noise(own + 50, 0.006)
                            .outliers(own + 70, 0.02);
                    double time = warm * random.nextDouble(0.85, 1.15);
                    return (plateau ? series.dropAt(time, size) : series.ramp(time, size)).values(1e-6);
                })
                .toArray(double[][]::new);
    }

    private ReplaySummary totals(String rule) {
        return record.rules().stream()
                .filter(replay -> replay.rule().equals(rule))
                .findFirst()
                .orElseThrow()
                .totals();
    }

    @Test
    void standardRuleSavesMostTimeWithinTolerance() {
        ReplaySummary pilot = totals(StopRule.standard().name());

        assertThat(pilot.timeSaved()).isGreaterThan(0.7);
        assertThat(pilot.withinSame()).isGreaterThan(0.88);
    }

    @Test
    void isWithinToleranceMoreOftenThanWeakReference() {
        assertThat(totals("pilot").withinSame()).isGreaterThan(totals("cov").withinSame() + 0.05);
    }

    @Test
    void sortsByTimeSaved() {
        List<Double> saved =
                record.rules().stream().map(rule -> rule.totals().timeSaved()).toList();

        assertThat(saved).hasSize(7).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }

    @Test
    void reportsSharesInsideTheirIntervals() {
        for (ReplayRecord.RuleReplay rule : record.rules()) {
            ReplaySummary totals = rule.totals();
            assertThat(totals.timeSaved())
                    .isBetween(
                            totals.timeSavedInterval().low(),
                            totals.timeSavedInterval().high());
            assertThat(totals.withinSame())
                    .isBetween(
                            totals.withinSameInterval().low(),
                            totals.withinSameInterval().high());
        }
    }
}
