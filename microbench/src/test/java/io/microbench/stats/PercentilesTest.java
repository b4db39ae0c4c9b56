// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentilesTest {

    @ParameterizedTest
    @CsvSource({"25, 400", "50, 500", "75, 600", "99, 900"})
    void reproducesFirstVectorOfBenchee(double percent, double expected) {
        assertThat(Percentiles.of(DescriptiveTest.BENCHEE).at(percent)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"25, 350", "50, 475", "75, 525"})
    void reproducesSecondVectorOfBenchee(double percent, double expected) {
        assertThat(Percentiles.of(DescriptiveTest.BENCHEE_OUTLIERS).at(percent)).isEqualTo(expected);
    }

    /** numpy.quantile([9,9,10,10,10,11,12,36], percent / 100, method='weibull'), which is type 6. */
    @ParameterizedTest
    @CsvSource({"0, 9", "5, 9", "25, 9.25", "50, 10", "75, 11.75", "90, 36", "99, 36", "100, 36"})
    void computesType6WithinRange(double percent, double expected) {
        assertThat(Percentiles.of(new double[] {36, 9, 10, 11, 9, 10, 12, 10}).at(percent))
                .isEqualTo(expected);
    }

    /** numpy.quantile([3.2,1.5,8.8,4.1,2.7,9.9,0.3], percent / 100, method='weibull'). */
    @ParameterizedTest
    @CsvSource({"10, 0.3", "33, 2.268", "50, 3.2", "80, 9.24", "87.5, 9.9", "95, 9.9"})
    void interpolatesLikeNumPy(double percent, double expected) {
        assertThat(Percentiles.of(new double[] {3.2, 1.5, 8.8, 4.1, 2.7, 9.9, 0.3})
                        .at(percent))
                .isCloseTo(expected, within(1e-12));
    }

    @Test
    void returnsMedianAsFiftiethPercentile() {
        Simulation simulation = new Simulation(11, 0.3, 0);
        for (int n = 1; n < 60; n++) {
            double[] values = simulation.values(n, 100);
            assertThat(Percentiles.of(values).at(50)).isCloseTo(Descriptive.median(values), within(1e-12));
        }
    }

    @Test
    void neverDecreasesWithPercentage() {
        Percentiles percentiles = Percentiles.of(new Simulation(12, 0.5, 0).values(37, 10));

        for (double percent = 0.25; percent <= 100; percent += 0.25) {
            assertThat(percentiles.at(percent)).isGreaterThanOrEqualTo(percentiles.at(percent - 0.25));
        }
    }

    @Test
    void returnsSingleValueForEveryPercentile() {
        Percentiles percentiles = Percentiles.of(new double[] {7});

        assertThat(percentiles.at(0)).isEqualTo(7);
        assertThat(percentiles.at(99.9)).isEqualTo(7);
        assertThat(percentiles.at(75) - percentiles.at(25)).isZero();
    }

    @Test
    void rejectsEmptyInput() {
        assertThatThrownBy(() -> Percentiles.of(new double[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Percentiles: 0 values given, at least 1 needed");
    }
}
