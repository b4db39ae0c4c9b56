// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkEstimateTest {

    private static final double[] FORKS = {101.2, 99.8, 100.5, 102.3, 98.7};

    @Test
    void agreesWithSciPyOnLogarithms() {
        // la = np.log([101.2, 99.8, 100.5, 102.3, 98.7]); np.exp(la.mean()), la.std(ddof=1),
        // np.exp(scipy.stats.t.interval(.99, 4, la.mean(), scipy.stats.sem(la)))
        ForkEstimate estimate = ForkEstimate.of(FORKS);

        assertThat(estimate.value()).isCloseTo(100.49257633057961, within(1e-9));
        assertThat(estimate.spread().getAsDouble()).isCloseTo(0.013590082001298517, within(1e-14));
        Interval interval = estimate.interval(0.99).orElseThrow();
        assertThat(interval.low()).isCloseTo(97.71955482272777, within(1e-6));
        assertThat(interval.high()).isCloseTo(103.34428882609464, within(1e-6));
        assertThat(interval.confidence()).isEqualTo(0.99);
        assertThat(estimate.relativeHalfWidth(0.99).getAsDouble())
                .isCloseTo((103.34428882609464 - 97.71955482272777) / 2 / 100.49257633057961, within(1e-8));
    }

    @Test
    void predictsNextForkWithWiderInterval() {
        // np.exp(scipy.stats.t.interval(.99, 4, la.mean(), la.std(ddof=1) * np.sqrt(1 + 1/5)))
        Interval next = ForkEstimate.of(FORKS).nextFork(0.99).orElseThrow();

        assertThat(next.low()).isCloseTo(93.83536655940175, within(1e-6));
        assertThat(next.high()).isCloseTo(107.62208608376277, within(1e-6));
    }

    @Test
    void usesPlainValuesWithoutLogarithm() {
        // z = [0, 1, 2, 0, 4]; scipy.stats.t.interval(.95, 4, np.mean(z), scipy.stats.sem(z))
        ForkEstimate estimate = ForkEstimate.of(new double[] {0, 1, 2, 0, 4});

        assertThat(estimate.value()).isEqualTo(1.4);
        Interval interval = estimate.interval(0.95).orElseThrow();
        assertThat(interval.low()).isCloseTo(-0.6777012673671394, within(1e-8));
        assertThat(interval.high()).isCloseTo(3.4777012673671392, within(1e-8));
        assertThat(estimate.nextFork(0.95).orElseThrow().low()).isCloseTo(-3.6893079429834175, within(1e-8));
        assertThat(estimate.relativeHalfWidth(0.95).getAsDouble()).isCloseTo(2.0777012673671393 / 1.4, within(1e-8));
    }

    @Test
    void returnsExactZeroForZeros() {
        ForkEstimate estimate = ForkEstimate.of(new double[] {0, 0, 0});

        assertThat(estimate.value()).isZero();
        assertThat(estimate.interval(0.99)).contains(new Interval(0, 0, 0.99));
        assertThat(estimate.relativeHalfWidth(0.99)).isEmpty();
        assertThat(estimate.forksFor(0.01, 0.99)).isEmpty();
    }

    @Test
    void returnsNoIntervalForOneFork() {
        ForkEstimate estimate = ForkEstimate.of(new double[] {12.5});

        assertThat(estimate.value()).isCloseTo(12.5, within(1e-14));
        assertThat(estimate.spread()).isEmpty();
        assertThat(estimate.interval(0.99)).isEmpty();
        assertThat(estimate.nextFork(0.99)).isEmpty();
        assertThat(estimate.relativeHalfWidth(0.99)).isEmpty();
        assertThat(estimate.forksFor(0.02, 0.95)).isEmpty();
    }

    @Test
    void returnsVeryWideIntervalForTwoForks() {
        ForkEstimate estimate = ForkEstimate.of(new double[] {100, 102});

        // t.ppf(.995, 1) = 63.66; half the difference of the logarithms is their standard error.
        double reach = 63.65674116287399 * Math.log(1.02) / 2;
        assertThat(estimate.interval(0.99).orElseThrow().high())
                .isCloseTo(Math.sqrt(100 * 102) * Math.exp(reach), within(1e-4));
    }

    @Test
    void returnsZeroWidthForEqualForks() {
        Interval interval =
                ForkEstimate.of(new double[] {0.1, 0.1, 0.1}).interval(0.99).orElseThrow();

        assertThat(interval.low()).isEqualTo(interval.high()).isCloseTo(0.1, within(1e-15));
    }

    @Test
    void narrowsWithLowerConfidence() {
        ForkEstimate estimate = ForkEstimate.of(FORKS);

        assertThat(estimate.interval(0.9).orElseThrow().halfWidth())
                .isLessThan(estimate.interval(0.99).orElseThrow().halfWidth());
    }

    @Test
    void takesMedianOfIterationsAsValueOfFork() {
        assertThat(ForkEstimate.forkValue(new double[] {10, 11, 500})).isEqualTo(11);
        assertThat(ForkEstimate.forkValue(new double[] {9, 5})).isEqualTo(7);
    }

    @Test
    void estimatesForksForPrecision() {
        ForkEstimate estimate = ForkEstimate.of(FORKS);
        int forks = estimate.forksFor(0.01, 0.95).getAsInt();

        double spread = estimate.spread().getAsDouble();
        assertThat(halfWidth(spread, forks)).isLessThanOrEqualTo(0.01);
        assertThat(halfWidth(spread, forks - 1)).isGreaterThan(0.01);
        assertThat(estimate.forksFor(10, 0.95)).hasValue(2);
        assertThat(estimate.forksFor(1e-7, 0.95))
                .as("more than anyone would run")
                .isEmpty();
        assertThat(ForkEstimate.of(new double[] {-1, 3, 5}).forksFor(0.5, 0.95).getAsInt())
                .isGreaterThan(3);
    }

    private static double halfWidth(double spread, int forks) {
        return Math.sinh(StudentT.central(forks - 1, 0.95) * spread / Math.sqrt(forks));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10})
    void coversTrueValueAtItsConfidence(int forks) {
        Simulation simulation = new Simulation(40 + forks, 0.04, 0);
        double covered = Simulation.share(4_000, () -> ForkEstimate.of(simulation.values(forks, 250))
                .interval(0.95)
                .orElseThrow()
                .contains(250));

        assertThat(covered).isCloseTo(0.95, within(0.012));
    }

    @Test
    void coversNextForkAtItsConfidence() {
        Simulation simulation = new Simulation(51, 0.04, 0);
        double covered = Simulation.share(4_000, () -> ForkEstimate.of(simulation.values(6, 250))
                .nextFork(0.9)
                .orElseThrow()
                .contains(simulation.values(1, 250)[0]));

        assertThat(covered).isCloseTo(0.9, within(0.015));
    }

    @Test
    void rejectsInvalidValues() {
        assertThatThrownBy(() -> ForkEstimate.of(new double[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Fork estimate: 0 values given, at least 1 needed");
    }
}
