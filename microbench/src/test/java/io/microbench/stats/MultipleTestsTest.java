// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MultipleTestsTest {

    private static final double[] P = {0.01, 0.04, 0.03, 0.005, 0.5, 0.02, 0.9};

    @Test
    void agreesWithHolmInNumPy() {
        // m = len(p); o = np.argsort(p); adj = np.empty(m)
        // adj[o] = np.minimum(1, np.maximum.accumulate((m - np.arange(m)) * p[o])); R: p.adjust(p, "holm")
        assertThat(MultipleTests.holm(P))
                .containsExactly(new double[] {0.06, 0.12, 0.12, 0.035, 1, 0.1, 1}, within(1e-15));
    }

    @Test
    void keepsOrderAndNeverDecreasesValues() {
        Simulation simulation = new Simulation(121, 0, 0);
        for (int n = 1; n < 40; n++) {
            double[] p = simulation.uniform(n);
            double[] holm = MultipleTests.holm(p);
            for (int i = 0; i < n; i++) {
                assertThat(holm[i]).isBetween(p[i], 1.0);
                for (int j = 0; j < n; j++) {
                    if (p[i] <= p[j]) {
                        assertThat(holm[i]).isLessThanOrEqualTo(holm[j]);
                    }
                }
            }
        }
    }

    @Test
    void keepsSingleTest() {
        assertThat(MultipleTests.holm(new double[] {0.03})).containsExactly(0.03);
        assertThat(MultipleTests.holm(new double[0])).isEmpty();
    }

    @Test
    void keepsEqualValuesEqual() {
        assertThat(MultipleTests.holm(new double[] {0.01, 0.01, 0.01})).containsExactly(0.03, 0.03, 0.03);
    }

    @Test
    void keepsFamilyWiseErrorWithHolm() {
        Simulation simulation = new Simulation(122, 0, 0);
        double alarms = Simulation.share(4_000, () -> Arrays.stream(MultipleTests.holm(simulation.uniform(50)))
                .anyMatch(p -> p < 0.05));

        assertThat(alarms).isCloseTo(0.05, within(0.012));
    }
}
