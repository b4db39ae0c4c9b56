// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stopping.StopRule.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesTest {

    private final Series series = new Series();

    private void add(int points, double seconds) {
        for (int i = 0; i < points; i++) {
            series.add(new Point(series.count() + 1, seconds, 0.25));
        }
    }

    @Test
    void growsBeyondInitialCapacity() {
        add(3000, 0.5);

        assertThat(series.count()).isEqualTo(3000);
        assertThat(series.seconds()).isEqualTo(1500);
        assertThat(series.value(0)).isEqualTo(1);
        assertThat(series.value(2999)).isEqualTo(3000);
        assertThat(series.end(511)).isEqualTo(256);
        assertThat(series.end(512)).isEqualTo(256.5);
        assertThat(series.compiling(999)).isEqualTo(500);
    }

    @Test
    void isEmptyAtFirst() {
        assertThat(series.count()).isZero();
        assertThat(series.seconds()).isZero();
        assertThat(series.after(0)).isZero();
    }

    /** The floating-point sum of ten tenths of a second is less than one. */
    @Test
    void roundsSumsOfTenthsToWholeSeconds() {
        add(20, 0.1);

        assertThat(series.end(9)).isNotEqualTo(1.0);
        assertThat(series.after(1)).isEqualTo(10);
        assertThat(series.after(0.95)).isEqualTo(9);
    }

    @Test
    void treatsLongLastPointAsSecondHalf() {
        add(3, 1);
        add(1, 100);

        assertThat(series.half()).isEqualTo(3);
    }

    @Test
    void returnsMeanOfMiddleTwoAsMedianOfEvenNumber() {
        series.add(new Point(9, 1, 0));
        series.add(new Point(1, 1, 0));
        series.add(new Point(5, 1, 0));
        series.add(new Point(4, 1, 0));

        assertThat(series.median(0, 4)).isEqualTo(4.5);
        assertThat(series.median(1, 4)).isEqualTo(4);
        assertThat(series.value(0)).as("does not move").isEqualTo(9);
    }

    @Test
    void assignsPointsToBlocksOnce() {
        add(5, 1);

        assertThat(series.logMedians(0, 5, 2))
                .containsExactly(new double[] {Math.log(1.5), Math.log(4)}, within(1e-12));
        assertThat(series.logMedians(1, 4, 3))
                .containsExactly(new double[] {Math.log(2), Math.log(3), Math.log(4)}, within(1e-12));
    }

    @Test
    void returnsNoNoiseForSinglePoint() {
        add(1, 1);

        assertThat(series.noise(0)).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void requiresPositiveValues(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Point(value, 1, 0))
                .withMessage("value is " + value + "; expected a finite number above 0");
    }
}
