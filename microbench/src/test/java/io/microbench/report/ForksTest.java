// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForksTest {

    @Test
    void takesMedianOfEachFork() {
        CaseResult result = Samples.measured(
                Samples.id("m", Map.of(), 1), new Metric(1, 1, "ops/s"), new double[] {90, 100, 500}, new double[] {
                    1, 400, 401
                });
        Forks estimate = Forks.of(result);
        assertThat(estimate.values()).containsExactly(100.0, 400.0);
        assertThat(estimate.value()).isEqualTo(200, within(1e-9));
    }

    /** By hand: logs 0, 1, 2 have mean 1 and deviation 1; t(0.995; 2) = 9.924843. */
    @Test
    void computesStudentIntervalOfMeanLogarithm() {
        Forks estimate = Forks.of(new double[] {1, Math.E, Math.E * Math.E});
        double half = 9.924843200918 / Math.sqrt(3);
        assertThat(Math.log(estimate.value())).isEqualTo(1, within(1e-12));
        assertThat(Math.log(estimate.low())).isEqualTo(1 - half, within(1e-9));
        assertThat(Math.log(estimate.high())).isEqualTo(1 + half, within(1e-9));
    }

    @Test
    void returnsNoSpreadForOneFork() {
        Forks estimate = Forks.of(new double[] {7});
        assertThat(estimate.value()).isEqualTo(7, within(1e-12));
        assertThat(estimate.low()).isNaN();
        assertThat(estimate.spread()).isNaN();
        assertThat(Forks.of(new double[0]).value()).isNaN();
    }

    @Test
    void computesSpreadAsShareOfMean() {
        assertThat(Forks.of(new double[] {9, 11}).spread()).isEqualTo(Math.sqrt(2) / 10, within(1e-12));
    }
}
