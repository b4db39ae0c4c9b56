// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.PermutationTest.Alternative;
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
    @ParameterizedTest
    @CsvSource({"DIFFERENT, 0.0021645021645021645", "GREATER, 0.0021645021645021645", "LESS, 1"})
    void agreesWithSciPyOnSeparateSides(Alternative alternative, double expected) {
        PermutationTest test = PermutationTest.of(ForkRatioTest.BASELINE, ForkRatioTest.CANDIDATE, alternative);

        assertThat(test.pValue()).isCloseTo(expected, within(1e-15));
        assertThat(test.arrangements()).isEqualTo(462);
        assertThat(test.exact()).isTrue();
    }

    /** The same with np.log(MORE), np.log(FEW). */
    @ParameterizedTest
    @CsvSource({"DIFFERENT, 0.6303030303030303", "GREATER, 0.3242424242424242", "LESS, 0.6787878787878788"})
    void agreesWithSciPyOnMixedSides(Alternative alternative, double expected) {
        assertThat(PermutationTest.of(FEW, MORE, alternative).pValue()).isCloseTo(expected, within(1e-15));
    }

    @Test
    void countsTiesAsExtreme() {
        // The same with [0, 1, 2, 4], [0, 0, 1] as they are, alternative='greater'
        double p = PermutationTest.of(new double[] {0, 0, 1}, new double[] {0, 1, 2, 4}, Alternative.GREATER)
                .pValue();

        assertThat(p).isCloseTo(0.2, within(1e-15));
    }

    @Test
    void isSymmetric() {
        Simulation simulation = new Simulation(81, 0.05, 0);
        for (int i = 0; i < 50; i++) {
            double[] a = simulation.values(2 + i % 5, 100);
            double[] b = simulation.values(2 + i % 7, 103);
            assertThat(p(a, b, Alternative.DIFFERENT)).isEqualTo(p(b, a, Alternative.DIFFERENT));
            assertThat(p(a, b, Alternative.GREATER)).isEqualTo(p(b, a, Alternative.LESS));
            assertThat(p(a, b, Alternative.GREATER) + p(a, b, Alternative.LESS))
                    .as("the arrangement seen is in both tails")
                    .isGreaterThan(1);
        }
    }

    @Test
    void theOrderOfTheForksDoesNotMatter() {
        assertThat(p(new double[] {1, 2, 3}, new double[] {4, 2.5, 6}, Alternative.DIFFERENT))
                .isEqualTo(p(new double[] {3, 1, 2}, new double[] {6, 4, 2.5}, Alternative.DIFFERENT));
    }

    @Test
    void equalValuesAreNoEvidence() {
        for (Alternative alternative : Alternative.values()) {
            assertThat(p(new double[] {0.1, 0.1, 0.1}, new double[] {0.1, 0.1}, alternative))
                    .isEqualTo(1);
            assertThat(p(new double[] {7}, new double[] {7}, alternative)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5, DIFFERENT, 0.007936507936507936",
        "5, 5, GREATER, 0.003968253968253968",
        "5, 6, DIFFERENT, 0.0021645021645021645",
        "8, 8, DIFFERENT, 1.554001554001554e-4",
        "10, 10, DIFFERENT, 1.0825088224469026e-05",
        "1, 3, LESS, 0.25",
        "12, 12, DIFFERENT, 7.39602301050679e-07"
    })
    void knowsTheSmallestPValue(int baseline, int candidate, Alternative alternative, double expected) {
        // 2 / math.comb(n + m, n) for equal sizes and two sides, else 1 / math.comb(n + m, n)
        assertThat(PermutationTest.floor(baseline, candidate, alternative)).isCloseTo(expected, within(1e-15));
    }

    @Test
    void separateSidesReachTheSmallestPValue() {
        Simulation simulation = new Simulation(82, 0.01, 0);
        for (Alternative alternative : new Alternative[] {Alternative.DIFFERENT, Alternative.GREATER}) {
            assertThat(p(simulation.values(7, 100), simulation.values(7, 200), alternative))
                    .isEqualTo(PermutationTest.floor(7, 7, alternative));
        }
    }

    @Test
    void samplesWhereThereAreTooManyArrangements() {
        Simulation simulation = new Simulation(83, 0.03, 0);
        double[] a = simulation.values(20, 100);
        double[] b = simulation.values(20, 101);
        PermutationTest test = PermutationTest.of(a, b, Alternative.DIFFERENT);

        assertThat(test.exact()).isFalse();
        assertThat(test.arrangements()).isEqualTo(PermutationTest.SAMPLES);
        assertThat(test).isEqualTo(PermutationTest.of(a, b, Alternative.DIFFERENT));
        assertThat(test.pValue())
                .as("close to Welch on normal data")
                .isCloseTo(ForkRatio.of(a, b).pValue(Alternative.DIFFERENT).getAsDouble(), within(0.02));
        assertThat(PermutationTest.of(a, b, Alternative.DIFFERENT, 1).pValue())
                .as("another seed, nearly the same answer")
                .isNotEqualTo(test.pValue())
                .isCloseTo(test.pValue(), within(0.01));
    }

    @Test
    void sampledPValuesAreNeverZero() {
        double p = p(
                new Simulation(84, 0.01, 0).values(30, 100),
                new Simulation(85, 0.01, 0).values(30, 200),
                Alternative.GREATER);

        assertThat(p).isEqualTo(1 / (PermutationTest.SAMPLES + 1.0));
    }

    @Test
    void oneForkAgainstVeryManyIsEnumerated() {
        double[] many = new Simulation(86, 0.01, 0).values(99_999, 100);
        PermutationTest up = PermutationTest.of(many, new double[] {1_000}, Alternative.GREATER);
        PermutationTest down = PermutationTest.of(new double[] {1_000}, many, Alternative.LESS);

        assertThat(up).isEqualTo(new PermutationTest(1e-5, 100_000, true));
        assertThat(down).isEqualTo(up);
    }

    @Test
    void refusesWhatCannotBeCompared() {
        assertThatThrownBy(() -> p(new double[0], MORE, Alternative.LESS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Baseline forks: 0 values given, at least 1 needed");
        assertThatThrownBy(() -> PermutationTest.floor(0, 1, Alternative.LESS))
                .hasMessage("Baseline forks is 0; expected 1 or more");
    }

    private static double p(double[] baseline, double[] candidate, Alternative alternative) {
        return PermutationTest.of(baseline, candidate, alternative).pValue();
    }

    @Test
    void theFloorIsThatOfAllDivisionsHoweverManyThereAre() {
        assertThat(PermutationTest.floor(5, 5, Alternative.DIFFERENT)).isEqualTo(2.0 / 252, within(1e-15));
        assertThat(PermutationTest.floor(5, 5, Alternative.GREATER)).isEqualTo(1.0 / 252, within(1e-15));
        assertThat(PermutationTest.floor(2, 4, Alternative.DIFFERENT)).isEqualTo(1.0 / 15, within(1e-15));
        assertThat(PermutationTest.floor(15, 15, Alternative.DIFFERENT)).isEqualTo(2.0 / 155117520, within(1e-20));
    }

    @Test
    void saysHowManyForksReachAPValue() {
        assertThat(PermutationTest.fewestForks(0.01, Alternative.DIFFERENT)).isEqualTo(5);
        assertThat(PermutationTest.fewestForks(0.01 / 2, Alternative.DIFFERENT)).isEqualTo(6);
        assertThat(PermutationTest.fewestForks(0.01 / 500, Alternative.DIFFERENT))
                .isEqualTo(10);
        assertThatThrownBy(() -> PermutationTest.fewestForks(0, Alternative.DIFFERENT))
                .hasMessageContaining("p value is 0.0");
    }
}
