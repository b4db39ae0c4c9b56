// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.math3.stat.inference.TTest;
import org.junit.jupiter.api.Test;

/** Compares a build with itself many times: tests over forks keep their level, tests over iterations do not. */
class FalseAlarmTest {

    private static final int TRIALS = 3_000;

    /** Forks 2 % apart and iterations with a spread of 5 %: typical of the steady phase of real benchmarks. */
    private final Simulation simulation = new Simulation(71, 0.02, 0.05);

    @Test
    void keepsLevelWithTestsOverForks() {
        int welch = 0;
        int permutation = 0;
        int pooled = 0;
        for (int i = 0; i < TRIALS; i++) {
            double[][] a = simulation.forks(5, 50, 100);
            double[][] b = simulation.forks(5, 50, 100);
            double[] forksOfA = Simulation.forkValues(a);
            double[] forksOfB = Simulation.forkValues(b);
            welch += ForkRatio.of(forksOfA, forksOfB).pValue().getAsDouble() < 0.01 ? 1 : 0;
            permutation += PermutationTest.of(forksOfA, forksOfB).pValue() < 0.01 ? 1 : 0;
            pooled += new TTest().tTest(flat(a), flat(b)) < 0.01 ? 1 : 0;
        }

        assertThat((double) welch / TRIALS).isLessThanOrEqualTo(0.012);
        assertThat((double) permutation / TRIALS).isLessThanOrEqualTo(0.012);
        assertThat((double) pooled / TRIALS)
                .as("the error that this project avoids")
                .isGreaterThan(0.1);
    }

    @Test
    void keepsLevelDespiteFewSlowForks() {
        int welch = 0;
        int permutation = 0;
        int trials = 20_000;
        for (int i = 0; i < trials; i++) {
            double[] a = simulation.skewedValues(6, 100);
            double[] b = simulation.skewedValues(6, 100);
            welch += ForkRatio.of(a, b).pValue().getAsDouble() < 0.01 ? 1 : 0;
            permutation += PermutationTest.of(a, b).pValue() < 0.01 ? 1 : 0;
        }

        assertThat((double) welch / trials).isLessThanOrEqualTo(0.01);
        assertThat((double) permutation / trials).isLessThanOrEqualTo(0.0115);
    }

    @Test
    void coversTrueRatioWithInterval() {
        double covered =
                Simulation.share(TRIALS, () -> ForkRatio.of(simulation.values(4, 100), simulation.values(7, 105))
                        .interval(0.95)
                        .orElseThrow()
                        .contains(1.05));

        assertThat(covered).isCloseTo(0.95, within(0.012));
    }

    private static double[] flat(double[][] forks) {
        return Arrays.stream(forks).flatMapToDouble(Arrays::stream).toArray();
    }
}
