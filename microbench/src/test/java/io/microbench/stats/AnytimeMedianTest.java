// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.AnytimeRatio.AnytimeMedian;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnytimeMedianTest {

    /** Computed with Python: mpmath 2**n * beta(k + 0.5, n - k + 0.5) / beta(0.5, 0.5). */
    @ParameterizedTest
    @CsvSource({
        "0, 1, 1.0",
        "0, 11, 344.44921875",
        "1, 12, 28.7041015625",
        "5, 20, 2.4044609069824219",
        "10, 40, 23.443986560730991"
    })
    void agreesWithMpmath(int above, int count, double evidence) {
        assertThat(Math.exp(AnytimeMedian.logEvidence(above, count))).isCloseTo(evidence, within(evidence * 1e-12));
        assertThat(Math.exp(AnytimeMedian.logEvidence(count - above, count)))
                .isCloseTo(evidence, within(evidence * 1e-12));
    }

    /** The mean of e over all ways in which values lie above or below the true median is 1: e is a martingale. */
    @Test
    void averagesOneForTrueMedian() {
        int count = 10;
        double mean = 0;
        double ways = 1;
        for (int above = 0; above <= count; above++) {
            mean += ways / (1 << count) * Math.exp(AnytimeMedian.logEvidence(above, count));
            ways = ways * (count - above) / (above + 1);
        }
        assertThat(mean).isCloseTo(1, within(1e-12));
    }

    @Test
    void boundsMedianFromElevenValuesAtHalfPercent() {
        assertThat(AnytimeMedian.rank(10, 0.005)).isZero();
        assertThat(AnytimeMedian.rank(11, 0.005)).isEqualTo(1);
        assertThat(AnytimeMedian.rank(40, 0.005)).isBetween(5, 12);
        assertThat(AnytimeMedian.rank(0, 0.005)).isZero();
    }
}
