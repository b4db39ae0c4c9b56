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

class PowerTest {

    /**
     * k = n - 1; df = 2 * k * (k + 1) / (k + 2); nc = np.log(ratio) / (spread * np.sqrt(2 / n)); c = t.isf(alpha / 2,
     * df); sf(c, df, nc) + sf(c, df, -nc) and the one-sided forms of it, where sf, because scipy's nct fails for some
     * of these, is quad(lambda x: chi.pdf(x, df) * norm.sf(c * x / np.sqrt(df) - nc), 0, np.inf).
     */
    @ParameterizedTest
    @CsvSource({
        "0.02,  1.03,              5,  0.01, DIFFERENT, 0.21675412339602318",
        "0.02,  1.03,              5,  0.01, GREATER,   0.32697018443367665",
        "0.02,  1.03,              5,  0.01, LESS,      8.565593021779447e-06",
        "0.01,  1.05,              2,  0.05, DIFFERENT, 0.4448550958901934",
        "0.042, 0.970873786407767, 20, 0.01, DIFFERENT, 0.3257742282393064",
        "0.02,  1,                 10, 0.01, DIFFERENT, 0.01"
    })
    void agreesWithSciPy(
            double spread, double ratio, int forks, double alpha, Alternative alternative, double expected) {
        assertThat(Power.toDetect(spread, ratio, forks, alpha, alternative)).isCloseTo(expected, within(1e-6));
    }

    /** The fewest n for which the power above reaches the one asked for. */
    @ParameterizedTest
    @CsvSource({
        "0.042, 1.03,              0.01,   0.9, DIFFERENT, 62",
        "0.042, 0.970873786407767, 0.01,   0.9, DIFFERENT, 62",
        "0.018, 1.03,              0.01,   0.9, DIFFERENT, 13",
        "0.081, 1.03,              0.01,   0.9, DIFFERENT, 226",
        "0.01,  1.05,              0.01,   0.9, DIFFERENT, 4",
        "0.02,  1.05,              0.0002, 0.9, GREATER,   12",
        "0.02,  0.952380952380952, 0.0002, 0.9, LESS,      12"
    })
    void forksPerSideAgreeWithSciPy(
            double spread, double ratio, double alpha, double power, Alternative alternative, int expected) {
        assertThat(Power.forksPerSide(spread, ratio, alpha, power, alternative)).hasValue(expected);
    }

    /** brentq of the power above, as a function of the ratio, less the power asked for. */
    @ParameterizedTest
    @CsvSource({
        "0.02, 2,  0.01,   0.9, 2.1670421064474876",
        "0.02, 5,  0.01,   0.9, 1.0682172647202475",
        "0.02, 10, 0.01,   0.9, 1.0392637743621327",
        "0.05, 40, 0.0002, 0.8, 1.0548742260831903"
    })
    void detectableRatiosAgreeWithSciPy(double spread, int forks, double alpha, double power, double expected) {
        assertThat(Power.detectableRatio(spread, forks, alpha, power, Alternative.DIFFERENT))
                .isCloseTo(expected, within(1e-5));
    }

    @Test
    void theDetectableRatioIsDetectedWithThePowerAskedFor() {
        for (Alternative alternative : Alternative.values()) {
            double ratio = Power.detectableRatio(0.03, 6, 0.05, 0.8, alternative);
            double found = alternative == Alternative.LESS ? 1 / ratio : ratio;
            assertThat(Power.toDetect(0.03, found, 6, 0.05, alternative)).isCloseTo(0.8, within(1e-6));
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 0.01, 1.05, 0.01", "5, 0.02, 1.05, 0.01", "8, 0.02, 1.04, 0.01", "12, 0.03, 0.95, 0.05"})
    void isWhatASimulationFinds(int forks, double spread, double ratio, double alpha) {
        Simulation simulation = new Simulation(111, spread, 0);
        double found = Simulation.share(
                4_000,
                () -> ForkRatio.of(simulation.values(forks, 100), simulation.values(forks, 100 * ratio))
                                .pValue(Alternative.DIFFERENT)
                                .getAsDouble()
                        < alpha);

        assertThat(found).isCloseTo(Power.toDetect(spread, ratio, forks, alpha, Alternative.DIFFERENT), within(0.03));
    }

    @Test
    void growsWithForksAndShrinksWithSpread() {
        for (int forks = 3; forks < 30; forks++) {
            assertThat(Power.toDetect(0.02, 1.03, forks, 0.01, Alternative.DIFFERENT))
                    .isGreaterThan(Power.toDetect(0.02, 1.03, forks - 1, 0.01, Alternative.DIFFERENT))
                    .isGreaterThan(Power.toDetect(0.03, 1.03, forks, 0.01, Alternative.DIFFERENT));
        }
    }

    @Test
    void noNumberOfForksFindsNothing() {
        assertThat(Power.forksPerSide(0.02, 1, 0.01, 0.9, Alternative.DIFFERENT))
                .isEmpty();
        assertThat(Power.forksPerSide(0.5, 1.0001, 0.01, 0.9, Alternative.DIFFERENT))
                .isEmpty();
        assertThat(Power.forksPerSide(0.001, 3, 0.01, 0.9, Alternative.DIFFERENT))
                .hasValue(2);
    }

    @Test
    void theSearchFindsTheFirstThatIsEnough() {
        for (int least : new int[] {2, 3, 4, 5, 31, 32, 33, 1_000, Power.MOST_FORKS - 1, Power.MOST_FORKS}) {
            assertThat(Power.fewest(forks -> forks >= least)).hasValue(least);
        }
        assertThat(Power.fewest(forks -> forks > Power.MOST_FORKS)).isEmpty();
    }

    @Test
    void refusesNumbersOutOfRange() {
        assertThatThrownBy(() -> Power.toDetect(0, 1.03, 5, 0.01, Alternative.LESS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Spread between forks is 0.0; accepted is a finite number above 0");
        assertThatThrownBy(() -> Power.toDetect(0.1, 0, 5, 0.01, Alternative.LESS))
                .hasMessageStartingWith("Ratio is 0.0");
        assertThatThrownBy(() -> Power.toDetect(0.1, 1.1, 1, 0.01, Alternative.LESS))
                .hasMessage("Forks per side is 1; accepted is 2 or more");
        assertThatThrownBy(() -> Power.toDetect(0.1, 1.1, 2, 1, Alternative.LESS))
                .hasMessageStartingWith("Significance level is 1.0");
        assertThatThrownBy(() -> Power.detectableRatio(0.1, 5, 0.05, 0.05, Alternative.LESS))
                .hasMessageStartingWith("Power is 0.05; accepted is more than the significance level, 0.05");
    }
}
