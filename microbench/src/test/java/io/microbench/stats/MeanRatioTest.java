// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.ForkRatio.MeanRatio;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MeanRatioTest {

    private static final double[] OLD = {100, 101, 99, 100.5};
    private static final double[] NEW = {110, 111, 109, 111.5};

    @Test
    void returnsSingleRatio() {
        ForkRatio one = ForkRatio.of(OLD, NEW);
        MeanRatio mean = MeanRatio.of(List.of(one)).orElseThrow();
        Interval expected = one.interval(0.99).orElseThrow();

        assertThat(mean.ratio()).isEqualTo(one.ratio(), within(1e-12));
        assertThat(mean.interval(0.99).low()).isEqualTo(expected.low(), within(1e-12));
        assertThat(mean.interval(0.99).high()).isEqualTo(expected.high(), within(1e-12));
    }

    @Test
    void cancelsGainAndLossOfSameFactor() {
        MeanRatio mean = MeanRatio.of(List.of(ForkRatio.of(OLD, NEW), ForkRatio.of(NEW, OLD)))
                .orElseThrow();

        assertThat(mean.ratio()).isEqualTo(1, within(1e-12));
        assertThat(mean.interval(0.95).contains(1)).isTrue();
    }

    @Test
    void leavesOutRatiosWithoutSpread() {
        ForkRatio oneFork = ForkRatio.of(new double[] {1}, new double[] {9});
        ForkRatio withZero = ForkRatio.of(new double[] {0, 1}, new double[] {9, 8});
        ForkRatio usable = ForkRatio.of(OLD, NEW);

        assertThat(MeanRatio.of(List.of(oneFork, withZero))).isEmpty();
        assertThat(MeanRatio.of(List.of())).isEmpty();
        assertThat(MeanRatio.of(List.of(oneFork, usable, withZero))
                        .orElseThrow()
                        .ratio())
                .isEqualTo(usable.ratio(), within(1e-12));
    }

    @Test
    void isExactForExactNumbers() {
        ForkRatio twice = ForkRatio.of(new double[] {1, 1}, new double[] {2, 2});
        ForkRatio eightfold = ForkRatio.of(new double[] {1, 1}, new double[] {8, 8});
        MeanRatio mean = MeanRatio.of(List.of(twice, eightfold)).orElseThrow();

        assertThat(mean.interval(0.99).low()).isEqualTo(4, within(1e-12));
        assertThat(mean.interval(0.99).halfWidth()).isZero();
    }

    @Test
    void coversTrueRatioAtItsConfidence() {
        Random random = new Random(42);
        int misses = 0;
        int trials = 2000;
        for (int trial = 0; trial < trials; trial++) {
            List<ForkRatio> ratios = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                double spread = 0.01 * (1 + i % 4);
                ratios.add(ForkRatio.of(forks(random, 1, spread), forks(random, 1.1, spread)));
            }
            misses += MeanRatio.of(ratios).orElseThrow().interval(0.95).contains(1.1) ? 0 : 1;
        }
        // 5 % expected; the standard error of a share of 2000 is half a per cent.
        assertThat(misses / (double) trials).isBetween(0.035, 0.065);
    }

    private static double[] forks(Random random, double value, double spread) {
        double[] forks = new double[5];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = value * Math.exp(spread * random.nextGaussian());
        }
        return forks;
    }
}
