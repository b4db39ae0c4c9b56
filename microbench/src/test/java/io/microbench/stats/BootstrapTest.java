/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BootstrapTest {

    private final Bootstrap bootstrap = new Bootstrap(2_000, 42);

    @Test
    void theSameSeedGivesTheSameInterval() {
        double[] values = new Simulation(91, 0.1, 0).values(30, 10);

        Interval interval = bootstrap.interval(values, Descriptive::mean, 0.95);
        assertThat(bootstrap.interval(values, Descriptive::mean, 0.95)).isEqualTo(interval);
        assertThat(new Bootstrap(2_000, 43).interval(values, Descriptive::mean, 0.95))
                .isNotEqualTo(interval);
    }

    @Test
    void theDrawsAreTheSameOnEveryJdk() {
        // SplitMix64 from 42, the upper 32 bits times 10, the upper 32 bits of that (computed in Python)
        SplittableRandom random = new SplittableRandom(42);
        int[] drawn = new int[12];
        Arrays.setAll(drawn, i -> Bootstrap.below(10, random));

        assertThat(drawn).containsExactly(7, 1, 2, 3, 0, 8, 2, 8, 3, 6, 2, 4);
    }

    @Test
    void drawsEveryIndexAboutEquallyOften() {
        SplittableRandom random = new SplittableRandom(1);
        int[] counts = new int[7];
        for (int i = 0; i < 70_000; i++) {
            counts[Bootstrap.below(7, random)]++;
        }

        assertThat(counts).satisfies(all -> assertThat(Arrays.stream(all))
                .allSatisfy(count -> assertThat(count).isBetween(9_600, 10_400)));
    }

    @Test
    void ofAMeanItIsCloseToStudentsInterval() {
        double[] values = new Simulation(92, 0.1, 0).values(200, 10);
        Interval student = ForkEstimate.of(values).interval(0.95).orElseThrow();
        Interval drawn =
                bootstrap.interval(values, resample -> ForkEstimate.of(resample).value(), 0.95);

        assertThat(drawn.low()).isCloseTo(student.low(), within(0.02));
        assertThat(drawn.high()).isCloseTo(student.high(), within(0.02));
    }

    @Test
    void takesAnyStatistic() {
        double[] values = new Simulation(93, 0.2, 0).values(100, 10);
        Interval interval =
                bootstrap.interval(values, resample -> Percentiles.of(resample).at(90), 0.9);

        assertThat(interval.contains(Percentiles.of(values).at(90))).isTrue();
        assertThat(interval.halfWidth()).isPositive();
    }

    @Test
    void ofEqualValuesItHasNoWidth() {
        double[][] same = {{4, 4}, {4, 4, 4}};

        assertThat(bootstrap.interval(new double[] {3, 3, 3}, Descriptive::mean, 0.99))
                .isEqualTo(new Interval(3, 3, 0.99));
        assertThat(bootstrap.ratio(same, same, 0.99)).isEqualTo(new Interval(1, 1, 0.99));
    }

    @Test
    void theRatioDrawsForksAndNotOnlyIterations() {
        double[][] baseline = new Simulation(94, 0.05, 0.001).forks(8, 20, 100);
        double[][] candidate = new Simulation(95, 0.05, 0.001).forks(8, 20, 120);
        Interval drawn = bootstrap.ratio(baseline, candidate, 0.95);
        Interval welch = ForkRatio.of(ForkEstimate.forkValues(baseline), ForkEstimate.forkValues(candidate))
                .interval(0.95)
                .orElseThrow();

        assertThat(drawn.overlaps(welch)).isTrue();
        assertThat(drawn.halfWidth())
                .as("forks differ by 5 %%, iterations by 0.1 %%")
                .isBetween(0.5 * welch.halfWidth(), 1.1 * welch.halfWidth());
    }

    @Test
    void theRatioHoldsTheTruthSomewhatLessOftenThanItSays() {
        Simulation simulation = new Simulation(96, 0.03, 0.02);
        Bootstrap quick = new Bootstrap(200, 7);
        double covered = Simulation.share(
                300, () -> quick.ratio(simulation.forks(10, 5, 100), simulation.forks(10, 5, 104), 0.95)
                        .contains(1.04));

        assertThat(covered).isBetween(0.88, 0.98);
    }

    @Test
    void refusesTooFewResamplesForTheConfidence() {
        assertThatThrownBy(() -> new Bootstrap(100, 1).interval(new double[] {1, 2}, Descriptive::mean, 0.99))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Resamples is 100; a confidence of 0.99 needs at least 200");
        assertThat(new Bootstrap(200, 1)
                        .interval(new double[] {1, 2}, Descriptive::mean, 0.99)
                        .low())
                .isEqualTo(1);
        assertThatThrownBy(() -> new Bootstrap(0, 1)).hasMessage("Resamples is 0; accepted is 1 or more");
    }

    @Test
    void refusesWhatIsNotANumber() {
        assertThatThrownBy(() -> bootstrap.interval(new double[] {1}, resample -> Double.NaN, 0.95))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("value 0 is NaN");
        assertThatThrownBy(() -> bootstrap.ratio(new double[][] {{1}, {}}, new double[][] {{1}}, 0.95))
                .hasMessage("Baseline, fork 1: 0 values given, at least 1 needed");
        assertThatThrownBy(() -> bootstrap.ratio(new double[][] {{1}}, new double[0][], 0.95))
                .hasMessage("Candidate: 0 forks given, at least 1 needed");
    }
}
