/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankTestTest {

    /** scipy.stats.mannwhitneyu(CANDIDATE, BASELINE, alternative=..., method='exact'). */
    @ParameterizedTest
    @CsvSource({"DIFFERENT, 0.004329004329004329", "GREATER, 0.0021645021645021645", "LESS, 1"})
    void agreesWithSciPyExactly(Alternative alternative, double expected) {
        RankTest test = RankTest.of(ForkRatioTest.BASELINE, ForkRatioTest.CANDIDATE, alternative);

        assertThat(test.u()).isEqualTo(30);
        assertThat(test.delta()).isEqualTo(1);
        assertThat(test.pValue()).isCloseTo(expected, within(1e-12));
    }

    /** mannwhitneyu([2,3,3,4,6,8,8.], [1,2,2,3,5,5.], alternative=..., method='asymptotic', use_continuity=True). */
    @ParameterizedTest
    @CsvSource({"DIFFERENT, 0.16876651651290842", "GREATER, 0.08438325825645421", "LESS, 0.9358749615753762"})
    void agreesWithSciPyOnTies(Alternative alternative, double expected) {
        RankTest test = RankTest.of(new double[] {1, 2, 2, 3, 5, 5}, new double[] {2, 3, 3, 4, 6, 8, 8}, alternative);

        assertThat(test.u()).isEqualTo(31);
        assertThat(test.pValue()).isCloseTo(expected, within(1e-9));
    }

    @Test
    void deltaIsTheBalanceOfPairs() {
        double[] a = {1, 2, 3};
        double[] b = {2, 4};
        // Pairs: 2 above 1, ties 2, below 3; 4 above all three.
        RankTest test = RankTest.of(a, b, Alternative.DIFFERENT);

        assertThat(test.u()).isEqualTo(4.5);
        assertThat(test.delta()).isCloseTo((4.0 - 1.0) / 6, within(1e-15));
        assertThat(RankTest.of(b, a, Alternative.DIFFERENT).delta()).isCloseTo(-0.5, within(1e-15));
    }

    @Test
    void equalValuesAreNoEvidence() {
        RankTest test = RankTest.of(new double[] {5, 5, 5}, new double[] {5, 5}, Alternative.DIFFERENT);

        assertThat(test.pValue()).isEqualTo(1);
        assertThat(test.delta()).isZero();
    }

    @Test
    void refusesWhatCannotBeCompared() {
        assertThatThrownBy(() -> RankTest.of(new double[] {1}, new double[0], Alternative.LESS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Candidate forks: 0 values given, at least 1 needed");
    }
}
