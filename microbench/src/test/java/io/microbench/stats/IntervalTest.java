// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTest {

    private final Interval interval = new Interval(0.98, 1.02, 0.99);

    @ParameterizedTest
    @CsvSource({"0.97, false", "0.98, true", "1, true", "1.02, true", "1.03, false", "NaN, false"})
    void containsItsEnds(double value, boolean expected) {
        assertThat(interval.contains(value)).isEqualTo(expected);
    }

    @Test
    void isWithinBandThatItTouches() {
        assertThat(interval.isWithin(0.98, 1.02)).isTrue();
        assertThat(interval.isWithin(0.99, 1.05)).isFalse();
        assertThat(interval.isWithin(0.95, 1.01)).isFalse();
    }

    @Test
    void returnsHalfOfWidthAsError() {
        assertThat(new Interval(10, 14, 0.9).halfWidth()).isEqualTo(2);
        assertThat(new Interval(3, 3, 0.9).halfWidth()).isZero();
    }

    @Test
    void rejectsEndsOutOfOrder() {
        assertThatThrownBy(() -> new Interval(2, 1, 0.9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Interval from 2.0 to 1.0: the ends are out of order");
        assertThatThrownBy(() -> new Interval(Double.NaN, 1, 0.9)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 99, -0.5, Double.NaN})
    void rejectsInvalidConfidence(double confidence) {
        assertThatThrownBy(() -> new Interval(1, 2, confidence))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Confidence is " + confidence
                        + "; expected a fraction between 0 and 1, both excluded, such as 0.99");
    }
}
