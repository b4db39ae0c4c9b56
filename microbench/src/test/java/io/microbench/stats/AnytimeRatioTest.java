// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnytimeRatioTest {

    private static final double LEVEL = 0.99;

    /** Simulates a person who checks after each pair, and stops at the first interval that excludes 1. */
    private static int firstClear(double[] baseline, double[] candidate, double confidence) {
        for (int n = 2; n <= baseline.length; n++) {
            Optional<Interval> interval = AnytimeRatio.of(Arrays.copyOf(baseline, n), Arrays.copyOf(candidate, n))
                    .interval(confidence);
            if (interval.isPresent() && !interval.get().contains(1)) {
                return n;
            }
        }
        return Integer.MAX_VALUE;
    }

    @Test
    void keepsLevelWhenCheckedAfterEachPair() {
        Simulation noise = new Simulation(1, 0.02, 0);
        double alarms =
                Simulation.share(2000, () -> firstClear(noise.values(40, 100), noise.values(40, 100), 0.95) <= 40);

        assertThat(alarms).isBetween(0.005, 0.05);
    }

    @Test
    void exceedsLevelWithStudentIntervalCheckedAfterEachPair() {
        Simulation noise = new Simulation(1, 0.02, 0);
        double alarms = Simulation.share(500, () -> {
            double[] baseline = noise.values(40, 100);
            double[] candidate = noise.values(40, 100);
            for (int n = 2; n <= 40; n++) {
                if (ForkRatio.of(Arrays.copyOf(baseline, n), Arrays.copyOf(candidate, n))
                        .interval(0.95)
                        .filter(i -> !i.contains(1))
                        .isPresent()) {
                    return true;
                }
            }
            return false;
        });

        assertThat(alarms).isGreaterThan(0.2);
    }

    @Test
    void detectsFivePercentWithFewPairsOfLowSpread() {
        Simulation noise = new Simulation(7, 0.005, 0);
        double found = Simulation.share(500, () -> firstClear(noise.values(8, 100), noise.values(8, 105), LEVEL) <= 8);

        assertThat(found).isGreaterThan(0.99);
    }

    @Test
    void coversTrueRatio() {
        Simulation noise = new Simulation(3, 0.02, 0);
        double held = Simulation.share(1000, () -> AnytimeRatio.of(noise.values(10, 100), noise.values(10, 103))
                .interval(0.95)
                .orElseThrow()
                .contains(1.03));

        assertThat(held).isGreaterThan(0.95);
    }

    @Test
    void isRobustToDisturbedPair() {
        Simulation noise = new Simulation(9, 0.01, 0);
        double[] baseline = noise.values(24, 100);
        double[] candidate = noise.values(24, 106);
        candidate[5] *= 3;
        baseline[9] *= 2;

        AnytimeRatio ratio = AnytimeRatio.of(baseline, candidate);
        assertThat(ratio.ratio()).isCloseTo(1.06, within(0.01));
        assertThat(ratio.interval(LEVEL).orElseThrow().low()).isGreaterThan(1.02);
        assertThat(ratio.interval(LEVEL).orElseThrow().high()).isLessThan(1.12);
        // Two disturbed pairs make Student's interval very wide.
        assertThat(ForkRatio.of(baseline, candidate)
                        .interval(LEVEL)
                        .orElseThrow()
                        .contains(1))
                .isTrue();
    }

    @Test
    void keepsLevelForNonNormalForks() {
        Simulation noise = new Simulation(4, 0.2, 0);
        double alarms = Simulation.share(
                1000, () -> firstClear(noise.skewedValues(40, 100), noise.skewedValues(40, 100), 0.95) <= 40);

        assertThat(alarms).isLessThan(0.05);
    }

    @Test
    void cancelsStateOfMachineWithinPair() {
        double[] baseline = {100, 150, 90, 220, 120};
        double[] candidate = {105.1, 157.4, 94.6, 230.9, 126.1};

        AnytimeRatio ratio = AnytimeRatio.of(baseline, candidate);

        assertThat(ratio.ratio()).isCloseTo(1.05, within(0.002));
        assertThat(ratio.interval(LEVEL).orElseThrow().low()).isGreaterThan(1.04);
        assertThat(ForkRatio.of(baseline, candidate)
                        .interval(LEVEL)
                        .orElseThrow()
                        .contains(1))
                .isTrue();
    }

    @Test
    void agreesWithPValueOnExclusionOfOne() {
        Simulation noise = new Simulation(11, 0.01, 0);
        for (int i = 0; i < 50; i++) {
            AnytimeRatio ratio = AnytimeRatio.of(noise.values(12, 100), noise.values(12, 102));
            if (!ratio.interval(LEVEL).orElseThrow().contains(1)) {
                assertThat(ratio.pValue()).isLessThan(0.01);
            }
            // At the level of the p value the interval still contains 1, at most as its end.
            assertThat(ratio.interval(1 - ratio.pValue() / 2).orElseThrow().contains(1))
                    .isTrue();
        }
    }

    /** Computed with Python from the formula of AnytimeMean, to 50 digits: mpmath.findroot on e(t) = 2 / alpha. */
    @Test
    void agreesWithMpmath() {
        double[] baseline = {1, 1, 1, 1, 1, 1};
        double[] candidate = {1.01, 1.02, 1.03, 1.02, 1.01, 1.03};
        Interval interval = AnytimeRatio.of(baseline, candidate).interval(0.99).orElseThrow();

        assertThat(interval.low()).isCloseTo(0.9904561424791563, within(1e-12));
        assertThat(interval.high()).isCloseTo(1.05035779743, within(1e-11));
    }

    @Test
    void hasNoIntervalForTooFewPairs() {
        assertThat(AnytimeRatio.of(new double[] {1}, new double[] {2}).interval(LEVEL))
                .isEmpty();
        assertThat(AnytimeRatio.of(new double[] {1}, new double[] {2}).pValue()).isEqualTo(1);
        assertThat(AnytimeRatio.of(new double[] {1}, new double[] {2}).pairsToDecide(0.01, LEVEL))
                .isEmpty();
        AnytimeRatio three = AnytimeRatio.of(new double[] {1, 1, 1}, new double[] {1.01, 1.02, 1.03});
        assertThat(three.interval(LEVEL)).isEmpty();
        assertThat(three.detectableChange(LEVEL, 0.9)).isEmpty();
        assertThat(three.pairsToDecide(0.01, LEVEL).orElseThrow()).isGreaterThan(3);
    }

    @Test
    void estimatesNumberOfPairsToDecide() {
        Simulation noise = new Simulation(5, 0.01, 0);
        AnytimeRatio ratio = AnytimeRatio.of(noise.values(6, 100), noise.values(6, 100.1));
        int needed = ratio.pairsToDecide(0.01, LEVEL).orElseThrow();

        assertThat(needed).isGreaterThan(6);
        AnytimeRatio clear = AnytimeRatio.of(noise.values(10, 100), noise.values(10, 120));
        assertThat(clear.pairsToDecide(0.01, LEVEL).orElseThrow()).isLessThanOrEqualTo(10);
    }

    @Test
    void detectsSmallerChangesWithMorePairs() {
        Simulation noise = new Simulation(5, 0.01, 0);
        double few = AnytimeRatio.of(noise.values(6, 100), noise.values(6, 100))
                .detectableChange(LEVEL, 0.9)
                .orElseThrow();
        double many = AnytimeRatio.of(noise.values(30, 100), noise.values(30, 100))
                .detectableChange(LEVEL, 0.9)
                .orElseThrow();

        assertThat(few).isBetween(0.01, 0.2);
        assertThat(many).isBetween(0.005, 0.03).isLessThan(few);
    }

    @Test
    void returnsIntervalOfOneForEqualPairs() {
        AnytimeRatio same = AnytimeRatio.of(new double[] {4, 5, 6}, new double[] {4, 5, 6});

        assertThat(same.interval(LEVEL)).contains(new Interval(1, 1, LEVEL));
        assertThat(same.pValue()).isEqualTo(1);
        assertThat(same.pairsToDecide(0.01, LEVEL)).hasValue(2);
    }

    @Test
    void rejectsValuesWithoutLogarithm() {
        assertThatThrownBy(() -> AnytimeRatio.of(new double[] {1, 0}, new double[] {1, 1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("value 1 is Infinity");
    }
}
