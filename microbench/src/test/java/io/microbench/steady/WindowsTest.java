/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class WindowsTest {

    private static Series series(MadeSeries made) {
        Series series = new Series();
        for (Point point : made.points()) {
            series.add(point);
        }
        return series;
    }

    @Test
    void halfIsHalfOfTheTimeAndNotOfThePoints() {
        Series series = new Series();
        DoubleStream.of(6, 1, 1, 1, 1).forEach(value -> series.add(new Point(value, value, 0)));

        assertThat(series.seconds()).isEqualTo(10);
        assertThat(series.half()).isZero();
        assertThat(series.after(6)).isEqualTo(1);
        assertThat(series.after(100)).isEqualTo(5);
        assertThat(series.median(0, 5)).isEqualTo(1);
        assertThat(series.median(0, 2)).isEqualTo(3.5);
    }

    @Test
    void blocksShareThePointsEvenly() {
        Series series = new Series();
        DoubleStream.of(1, 1, 2, 2, 3, 3, 3).forEach(value -> series.add(new Point(value, 1, 0)));

        assertThat(series.logMedians(0, 7, 3))
                .containsExactly(new double[] {0, Math.log(2), Math.log(3)}, within(1e-12));
    }

    @Test
    void theHalfAgreesOnlyIfItsQuartersDo() {
        assertThat(Windows.agreeingHalf(series(MadeSeries.constant(20)), 0.01)).isEqualTo(100);
        assertThat(Windows.agreeingHalf(series(MadeSeries.constant(20).dropAt(9, 0.5)), 0.01))
                .isEqualTo(100);
        assertThat(Windows.agreeingHalf(series(MadeSeries.constant(20).dropAt(15.1, 0.02)), 0.01))
                .isEqualTo(Windows.NONE);
    }

    @Test
    void findsWhenALevelBegan() {
        assertThat(Windows.steadyFrom(series(MadeSeries.constant(40)), 0.02)).isLessThan(0.5);
        assertThat(Windows.steadyFrom(series(MadeSeries.constant(40).dropAt(6, 0.1)), 0.02))
                .isBetween(6.0, 6.0 * 1.5);
        assertThat(Windows.steadyFrom(series(MadeSeries.constant(40).dropAt(6, 0.01)), 0.02))
                .isLessThan(0.5);
    }

    @Test
    void levelsMoreThanTenPercentApartAreWandering() {
        assertThat(Windows.wanders(series(MadeSeries.constant(20).sawtooth(5, 0.2)), 0))
                .isTrue();
        assertThat(Windows.wanders(series(MadeSeries.constant(20).sawtooth(5, 0.05)), 0))
                .isFalse();
        assertThat(Windows.wanders(series(MadeSeries.constant(20).dropAt(5, 0.5)), 0))
                .isTrue();
        assertThat(Windows.wanders(series(MadeSeries.constant(20).dropAt(5, 0.5)), 60))
                .isFalse();
        assertThat(Windows.wanders(series(MadeSeries.constant(20).noise(1, 0.03).outliers(2, 0.1)), 0))
                .isFalse();
        assertThat(Windows.wanders(series(MadeSeries.constant(0.1)), 0)).isFalse();
    }
}
