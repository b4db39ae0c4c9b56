// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptiveTest {

    /** The first sample of Benchee's statistics tests. */
    static final double[] BENCHEE = {200, 400, 400, 400, 500, 500, 500, 700, 900};

    /** The second sample, with outliers. */
    static final double[] BENCHEE_OUTLIERS = {50, 50, 450, 450, 450, 500, 500, 500, 600, 900};

    /** The sample of erlperf's statistics test: thirty normal numbers, rounded. */
    static final double[] ERLPERF = {
        36, 42, 42, 47, 51, 39, 37, 32, 41, 32, 15, 44, 41, 46, 50, 36, 48, 33, 35, 35, 25, 21, 47, 40, 33, 57, 55, 64,
        40, 30
    };

    @Test
    void reproducesVectorsOfBenchee() {
        assertThat(Descriptive.mean(BENCHEE)).isEqualTo(500);
        assertThat(Descriptive.standardDeviation(BENCHEE)).hasValue(200);
        assertThat(Descriptive.deviationPercent(BENCHEE)).hasValue(40);
        assertThat(Descriptive.median(BENCHEE)).isEqualTo(500);

        assertThat(Descriptive.mean(BENCHEE_OUTLIERS)).isEqualTo(445);
        assertThat(Descriptive.median(BENCHEE_OUTLIERS)).isEqualTo(475);
    }

    @Test
    void reproducesVectorOfErlperf() {
        assertThat(ERLPERF).hasSize(30);
        assertThat(Descriptive.mean(ERLPERF)).isCloseTo(39.8, within(1e-12));
        assertThat(Descriptive.standardDeviation(ERLPERF).getAsDouble()).isCloseTo(10.4432, within(1e-4));
        assertThat(Descriptive.median(ERLPERF)).isEqualTo(40);
    }

    @Test
    void returnsNoDeviationForOneValue() {
        double[] one = {42};

        assertThat(Descriptive.mean(one)).isEqualTo(42);
        assertThat(Descriptive.median(one)).isEqualTo(42);
        assertThat(Descriptive.standardDeviation(one)).isEmpty();
        assertThat(Descriptive.deviationPercent(one)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1e-300, 1e300, 123.456, -7, 0})
    void returnsZeroDeviationForIdenticalValues(double value) {
        double[] same = {value, value, value, value, value, value, value};

        assertThat(Descriptive.mean(same)).isEqualTo(value);
        assertThat(Descriptive.standardDeviation(same)).hasValue(0);
        assertThat(Descriptive.deviationPercent(same)).hasValue(0);
    }

    @Test
    void returnsNoRelativeDeviationAroundZero() {
        assertThat(Descriptive.deviationPercent(new double[] {-1, 1})).isEmpty();
    }

    @Test
    void returnsPositiveDeviationForNegativeValues() {
        assertThat(Descriptive.deviationPercent(new double[] {-400, -600}).getAsDouble())
                .isCloseTo(28.2843, within(1e-4));
    }

    @Test
    void returnsMeanOfMiddleTwoAsMedianOfEvenCount() {
        assertThat(Descriptive.median(new double[] {9, 1, 4, 2})).isEqualTo(3);
    }

    @Test
    void doesNotModifyArray() {
        double[] values = {3, 1, 2};

        Descriptive.median(values);
        Percentiles.of(values).at(25);

        assertThat(values).containsExactly(3, 1, 2);
    }

    @Test
    void rejectsEmptyInput() {
        assertThatThrownBy(() -> Descriptive.mean(new double[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Mean: 0 values given, at least 1 needed");
        assertThatThrownBy(() -> Descriptive.standardDeviation(new double[0]))
                .hasMessageStartingWith("Standard deviation: 0 values");
        assertThatThrownBy(() -> Descriptive.deviationPercent(new double[0])).hasMessageStartingWith("Deviation: 0");
        assertThatThrownBy(() -> Descriptive.median(new double[0])).hasMessageStartingWith("Median: 0 values");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void rejectsNonFiniteValuesWithIndex(double value) {
        assertThatThrownBy(() -> Descriptive.median(new double[] {1, value, 3}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Median: value 1 is " + value + "; only finite numbers can be judged, leave this one out");
    }
}
