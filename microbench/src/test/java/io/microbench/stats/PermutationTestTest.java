// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PermutationTestTest {

    private static final double[] FEW = {100.1, 101.7, 99.2, 100.9};
    private static final double[] MORE = {100.8, 99.5, 102.6, 101.1, 98.9, 103.0, 100.4};

    /**
     * scipy.stats.permutation_test((np.log(CANDIDATE), np.log(BASELINE)), lambda x, y: np.mean(x) - np.mean(y),
     * permutation_type='independent', alternative=..., n_resamples=np.inf).pvalue, for two sides with the absolute
     * difference as the statistic (SciPy's own two-sided value is twice the smaller tail).
     */
    @Test
    void agreesWithSciPyOnSeparateSides() {
        PermutationTest test = PermutationTest.of(ForkRatioTest.BASELINE, ForkRatioTest.CANDIDATE);

        assertThat(test.pValue()).isCloseTo(0.0021645021645021645, within(1e-15));
        assertThat(test.arrangements()).isEqualTo(462);
        assertThat(test.exact()).isTrue();
    }

    /** The same with np.log(MORE), np.log(FEW). */
    @Test
    void agreesWithSciPyOnMixedSides() {
        assertThat(p(FEW, MORE)).isCloseTo(0.6303030303030303, within(1e-15));
    }

    @Test
    void countsTiesAsExtreme() {
        // 13 of the 35 choices of three of [0, 0, 1, 0, 1, 2, 4] have a sum at least as far from 24/7 as the observed
        // 1.
        assertThat(p(new double[] {0, 0, 1}, new double[] {0, 1, 2, 4})).isCloseTo(13 / 35.0, within(1e-15));
    }

    @Test
    void isSymmetric() {
        Simulation simulation = new Simulation(81, 0.05, 0);
        for (int i = 0; i < 50; i++) {
            double[] a = simulation.values(2 + i % 5, 100);
            double[] b = simulation.values(2 + i % 7, 103);
            assertThat(p(a, b)).isEqualTo(p(b, a));
        }
    }

    @Test
    void ignoresOrderOfForks() {
        assertThat(p(new double[] {1, 2, 3}, new double[] {4, 2.5, 6}))
                .isEqualTo(p(new double[] {3, 1, 2}, new double[] {6, 4, 2.5}));
    }

    @Test
    void findsNoEvidenceInEqualValues() {
        assertThat(p(new double[] {0.1, 0.1, 0.1}, new double[] {0.1, 0.1})).isEqualTo(1);
        assertThat(p(new double[] {7}, new double[] {7})).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5, 0.007936507936507936",
        "5, 6, 0.0021645021645021645",
        "8, 8, 1.554001554001554e-4",
        "10, 10, 1.0825088224469026e-05",
        "1, 3, 0.25",
        "12, 12, 7.39602301050679e-07"
    })
    void returnsSmallestPossiblePValue(int baseline, int candidate, double expected) {
        // 2 / math.comb(n + m, n) for equal sizes and two sides, else 1 / math.comb(n + m, n)
        assertThat(PermutationTest.floor(baseline, candidate)).isCloseTo(expected, within(1e-15));
    }

    @Test
    void reachesSmallestPValueForSeparateSides() {
        Simulation simulation = new Simulation(82, 0.01, 0);
        assertThat(p(simulation.values(7, 100), simulation.values(7, 200))).isEqualTo(PermutationTest.floor(7, 7));
    }

    @Test
    void drawsArrangementsIfThereAreTooMany() {
        Simulation simulation = new Simulation(83, 0.03, 0);
        double[] a = simulation.values(20, 100);
        double[] b = simulation.values(20, 101);
        PermutationTest test = PermutationTest.of(a, b);

        assertThat(test.exact()).isFalse();
        assertThat(test.arrangements()).isEqualTo(PermutationTest.SAMPLES);
        assertThat(test).isEqualTo(PermutationTest.of(a, b));
        assertThat(test.pValue())
                .as("close to Welch on normal data")
                .isCloseTo(ForkRatio.of(a, b).pValue().getAsDouble(), within(0.02));
        assertThat(PermutationTest.of(a, b, 1).pValue())
                .as("nearly the same result with another seed")
                .isNotEqualTo(test.pValue())
                .isCloseTo(test.pValue(), within(0.01));
    }

    @Test
    void returnsPositivePValuesFromDraws() {
        double p = p(new Simulation(84, 0.01, 0).values(30, 100), new Simulation(85, 0.01, 0).values(30, 200));

        assertThat(p).isEqualTo(1 / (PermutationTest.SAMPLES + 1.0));
    }

    @Test
    void enumeratesOneForkAgainstMany() {
        double[] many = new Simulation(86, 0.01, 0).values(99_999, 100);
        PermutationTest up = PermutationTest.of(many, new double[] {1_000});
        PermutationTest down = PermutationTest.of(new double[] {1_000}, many);

        assertThat(up).isEqualTo(new PermutationTest(1e-5, 100_000, true));
        assertThat(down).isEqualTo(up);
    }

    @Test
    void rejectsInvalidSides() {
        assertThatThrownBy(() -> p(new double[0], MORE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Baseline forks: 0 values given, at least 1 needed");
    }

    private static double p(double[] baseline, double[] candidate) {
        return PermutationTest.of(baseline, candidate).pValue();
    }

    @Test
    void computesFloorFromAllDivisionsEvenForManyForks() {
        assertThat(PermutationTest.floor(5, 5)).isEqualTo(2.0 / 252, within(1e-15));
        assertThat(PermutationTest.floor(2, 4)).isEqualTo(1.0 / 15, within(1e-15));
        assertThat(PermutationTest.floor(15, 15)).isEqualTo(2.0 / 155117520, within(1e-20));
    }

    @Test
    void estimatesForksForPValue() {
        assertThat(PermutationTest.fewestForks(0.01)).isEqualTo(5);
        assertThat(PermutationTest.fewestForks(0.01 / 2)).isEqualTo(6);
        assertThat(PermutationTest.fewestForks(0.01 / 500)).isEqualTo(10);
    }
}
