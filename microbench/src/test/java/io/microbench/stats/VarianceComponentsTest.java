/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VarianceComponentsTest {

    private static final double[][] FORKS = {{10.1, 10.3, 9.9, 10.0}, {11.0, 11.2, 10.9, 11.3}, {10.5, 10.4, 10.6, 10.9}
    };

    @Test
    void agreesWithNumPy() {
        // F = np.array(FORKS); s1 = F.var(axis=1, ddof=1).mean(); s2 = F.mean(axis=1).var(ddof=1); s1, s2 - s1 / 4
        VarianceComponents components = VarianceComponents.of(FORKS);

        assertThat(components.withinForks()).isCloseTo(0.036388888888888915, within(1e-14));
        assertThat(components.betweenForks()).isCloseTo(0.25361111111111223, within(1e-14));
    }

    @Test
    void theErrorOfTheSameDesignIsTheSpreadOfItsForkMeans() {
        // np.sqrt(s2 / 3) with s2 = 0.26270833333333443
        assertThat(VarianceComponents.of(FORKS).standardError(3, 4))
                .isCloseTo(Math.sqrt(0.26270833333333443 / 3), within(1e-14));
    }

    @Test
    void theBestCountFollowsKaliberaAndJones() {
        VarianceComponents components = VarianceComponents.of(FORKS);

        // np.sqrt(10 / 1 * s1 / (s2 - s1 / 4)) = 1.1978
        assertThat(components.optimalIterations(10, 1)).hasValue(2);
        assertThat(components.optimalIterations(1, 10)).hasValue(1);
        assertThat(new VarianceComponents(4, 1).optimalIterations(25, 1)).hasValue(10);
        assertThat(new VarianceComponents(0, 1).optimalIterations(25, 1)).hasValue(1);
    }

    @Test
    void theBestCountIsTheBestThereIs() {
        VarianceComponents components = new VarianceComponents(0.0025, 0.0004);
        double forkCost = 5.5;
        int best = components.optimalIterations(forkCost, 0.1).getAsInt();

        for (int iterations = 1; iterations < 200; iterations++) {
            // The paper rounds the best real number up, so the whole number before it can be better by a hair.
            assertThat(variancePerSecond(components, iterations, forkCost))
                    .isGreaterThan(0.999 * variancePerSecond(components, best, forkCost));
        }
    }

    private static double variancePerSecond(VarianceComponents components, int iterations, double forkCost) {
        return Math.pow(components.standardError(1, iterations), 2) * (forkCost + 0.1 * iterations);
    }

    @Test
    void whereForksAddNothingThereIsNoBestCount() {
        VarianceComponents components = VarianceComponents.of(new double[][] {{1, 5, 3}, {3, 1, 5}, {5, 3, 1}});

        assertThat(components.betweenForks()).isZero();
        assertThat(components.withinForks()).isEqualTo(4);
        assertThat(components.optimalIterations(10, 1)).isEmpty();
        assertThat(new VarianceComponents(0, 0).optimalIterations(10, 1)).isEmpty();
    }

    @Test
    void recoversWhatWasPutIn() {
        Simulation simulation = new Simulation(101, 0.03, 0.06);
        double within = 0;
        double between = 0;
        int runs = 400;
        for (int run = 0; run < runs; run++) {
            double[][] forks = simulation.forks(10, 8, 1);
            for (int i = 0; i < forks.length; i++) {
                forks[i] = Scale.LOG.apply(i % 2 == 0 ? forks[i] : Arrays.copyOf(forks[i], 5));
            }
            VarianceComponents components = VarianceComponents.of(forks);
            within += components.withinForks() / runs;
            between += components.betweenForks() / runs;
        }

        assertThat(Math.sqrt(within)).isCloseTo(0.06, within(0.001));
        assertThat(Math.sqrt(between)).as("forks of unequal length").isCloseTo(0.03, within(0.002));
    }

    @Test
    void refusesWhatHasNoVariance() {
        assertThatThrownBy(() -> VarianceComponents.of(new double[][] {{1, 2}}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Variance components: number of forks is 1; accepted is 2 or more");
        assertThatThrownBy(() -> VarianceComponents.of(new double[][] {{1, 2}, {1}}))
                .hasMessage("Variance components, fork 1: 1 values given, at least 2 needed");
        assertThatThrownBy(() -> new VarianceComponents(1, 1).optimalIterations(0, 1))
                .hasMessage("Cost of a fork is 0.0; accepted is a finite number above 0");
        assertThatThrownBy(() -> new VarianceComponents(1, 1).standardError(1, 0))
                .hasMessage("Iterations is 0; accepted is 1 or more");
    }
}
