// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.ChangePoints.EnergyDivergence;
import org.junit.jupiter.api.Test;

class EnergyDivergenceTest {

    @Test
    void agreesWithFormulaOfPaper() {
        double[] series = new Simulation(141, 0.3, 0).values(12, 10);
        EnergyDivergence.Candidate best = new EnergyDivergence(series).best(2, 11);

        double largest = Double.NEGATIVE_INFINITY;
        int at = 0;
        for (int index = 3; index < 11; index++) {
            for (int end = index + 1; end <= 11; end++) {
                double divergence = plainly(series, 2, index, end);
                at = divergence > largest ? index : at;
                largest = Math.max(largest, divergence);
            }
        }
        assertThat(best.index()).isEqualTo(at);
        assertThat(best.divergence()).isCloseTo(largest, within(1e-12));
        assertThat(best.from()).isEqualTo(2);
        assertThat(best.to()).isEqualTo(11);
    }

    /** mn / (m + n) (2 mean|x - y| - mean|x - x'| - mean|y - y'|), pair by pair. */
    private static double plainly(double[] series, int from, int index, int end) {
        int n = index - from;
        int m = end - index;
        return (double) m
                * n
                / (m + n)
                * (2 * sum(series, from, index, index, end) / (m * n)
                        - (n > 1 ? sum(series, from, index, from, index) / (n * (n - 1)) : 0)
                        - (m > 1 ? sum(series, index, end, index, end) / (m * (m - 1)) : 0));
    }

    private static double sum(double[] series, int a, int b, int c, int d) {
        double sum = 0;
        for (int i = a; i < b; i++) {
            for (int j = c; j < d; j++) {
                sum += Math.abs(series[i] - series[j]);
            }
        }
        return sum;
    }

    @Test
    void dividesAtStep() {
        assertThat(new EnergyDivergence(new double[] {1, 1, 1, 5, 5}).best(0, 5).index())
                .isEqualTo(3);
        assertThat(new EnergyDivergence(new double[] {1, 5}).best(0, 2).index()).isEqualTo(1);
    }

    @Test
    void cannotDivideSingleValue() {
        assertThat(new EnergyDivergence(new double[] {1, 2, 3}).best(1, 2).exists())
                .isFalse();
        assertThat(new EnergyDivergence(new double[] {1, 2, 3}).best(1, 3).exists())
                .isTrue();
    }

    @Test
    void selectsBetterCandidate() {
        EnergyDivergence.Candidate weak = new EnergyDivergence.Candidate(0, 1, 2, 0.5);
        EnergyDivergence.Candidate strong = new EnergyDivergence.Candidate(2, 3, 4, 1.5);

        assertThat(weak.orBetter(strong)).isEqualTo(strong);
        assertThat(strong.orBetter(weak)).isEqualTo(strong);
        assertThat(EnergyDivergence.Candidate.NONE.orBetter(weak)).isEqualTo(weak);
    }
}
