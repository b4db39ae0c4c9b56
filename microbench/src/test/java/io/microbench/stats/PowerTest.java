// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerTest {

    /**
     * k = n - 1; df = 2 * k * (k + 1) / (k + 2); nc = np.log(ratio) / (spread * np.sqrt(2 / n)); c = t.isf(alpha / 2,
     * df); brentq of sf(c, df, nc) + sf(c, df, -nc), as a function of the ratio, minus the requested power; sf, because
     * scipy's nct fails for some of these, is quad(lambda x: chi.pdf(x, df) * norm.sf(c * x / np.sqrt(df) - nc), 0,
     * np.inf).
     */
    @ParameterizedTest
    @CsvSource({
        "0.02, 2,  0.01,   0.9, 2.1670421064474876",
        "0.02, 5,  0.01,   0.9, 1.0682172647202475",
        "0.02, 10, 0.01,   0.9, 1.0392637743621327",
        "0.05, 40, 0.0002, 0.8, 1.0548742260831903"
    })
    void agreesWithSciPyOnDetectableRatios(double spread, int forks, double alpha, double power, double expected) {
        double errors = Power.detectableErrors(degrees(forks), alpha, power);
        assertThat(Math.exp(errors * spread * Math.sqrt(2.0 / forks))).isCloseTo(expected, within(1e-5));
    }

    @Test
    void findsSmallestSufficientNumber() {
        for (int least : new int[] {2, 3, 4, 5, 31, 32, 33, 1_000, Power.MOST_FORKS - 1, Power.MOST_FORKS}) {
            assertThat(Power.fewest(forks -> forks >= least)).hasValue(least);
        }
        assertThat(Power.fewest(forks -> forks > Power.MOST_FORKS)).isEmpty();
    }

    @Test
    void findsDistanceForRequiredPower() {
        Simulation simulation = new Simulation(111, 0.02, 0);
        double errors = Power.detectableErrors(degrees(8), 0.01, 0.8);
        double ratio = Math.exp(errors * 0.02 * Math.sqrt(2.0 / 8));
        double found = Simulation.share(
                4_000,
                () -> ForkRatio.of(simulation.values(8, 100), simulation.values(8, 100 * ratio))
                                .pValue()
                                .getAsDouble()
                        < 0.01);

        assertThat(found).isCloseTo(0.8, within(0.03));
    }

    /** Returns the expected degrees of freedom of Welch's formula with the given numbers of forks. */
    private static double degrees(int forks) {
        double k = forks - 1;
        return 2 * k * (k + 1) / (k + 2);
    }
}
