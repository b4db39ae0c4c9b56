// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.Descriptive.PooledEstimate;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.util.ListStatistics;

class PooledEstimateTest {

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 10, 25, 50, 500})
    void equalsScoreAndErrorOfJmh(int count) {
        double[] iterations = new Simulation(count, 0.05, 0).values(count, 1234.5);
        ListStatistics jmh = new ListStatistics(iterations);
        PooledEstimate estimate = PooledEstimate.of(iterations);

        assertThat(estimate.mean()).isCloseTo(jmh.getMean(), within(1e-9));
        assertThat(estimate.error().getAsDouble()).isCloseTo(jmh.getMeanErrorAt(0.999), within(1e-6));
    }

    @Test
    void agreesWithSciPy() {
        // x = np.array([12.1, 11.9, 12.4, 12.0, 13.5, 11.8]); x.mean(), t.ppf(1 - .0005, 5) * sem(x)
        PooledEstimate estimate = PooledEstimate.of(new double[] {12.1, 11.9, 12.4, 12.0, 13.5, 11.8});

        assertThat(estimate.mean()).isCloseTo(12.283333333333333, within(1e-12));
        assertThat(estimate.error().getAsDouble()).isCloseTo(1.7683430663443074, within(1e-8));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void hasNoErrorWhereJmhHasNone(int count) {
        double[] iterations = new Simulation(1, 0.05, 0).values(count, 10);

        assertThat(new ListStatistics(iterations).getMeanErrorAt(0.999)).isNaN();
        assertThat(PooledEstimate.of(iterations).error()).isEmpty();
    }

    @Test
    void rejectsEmptyInput() {
        assertThatThrownBy(() -> PooledEstimate.of(new double[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Pooled estimate: 0 values given, at least 1 needed");
    }

    @Test
    void underestimatesErrorIfForksDiffer() {
        Simulation simulation = new Simulation(31, 0.05, 0.01);
        double covered = Simulation.share(400, () -> {
            double[][] forks = simulation.forks(5, 20, 100);
            double[] pooled =
                    Arrays.stream(forks).flatMapToDouble(Arrays::stream).toArray();
            PooledEstimate estimate = PooledEstimate.of(pooled);
            return Math.abs(estimate.mean() - 100) <= estimate.error().orElseThrow();
        });

        assertThat(covered)
                .as("share of nominal 99.9 %% intervals that contain the true value")
                .isBetween(0.4, 0.8);
    }
}
