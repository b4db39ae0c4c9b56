// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stopping.StopRule.Point;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SeriesWindowsTest {

    private static Series series(MadeSeries made) {
        Series series = new Series();
        for (Point point : made.points()) {
            series.add(point);
        }
        return series;
    }

    private static Series series(double[] values) {
        Series series = new Series();
        DoubleStream.of(values).forEach(value -> series.add(new Point(value, 0.1, 0)));
        return series;
    }

    @Test
    void halvesTimeNotPoints() {
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
    void dividesPointsEvenlyIntoBlocks() {
        Series series = new Series();
        DoubleStream.of(1, 1, 2, 2, 3, 3, 3).forEach(value -> series.add(new Point(value, 1, 0)));

        assertThat(series.logMedians(0, 7, 3))
                .containsExactly(new double[] {0, Math.log(2), Math.log(3)}, within(1e-12));
    }

    @Test
    void acceptsHalfOnlyIfItsQuartersAgree() {
        assertThat(series(MadeSeries.constant(20)).agreeingHalf(0.01)).isEqualTo(100);
        assertThat(series(MadeSeries.constant(20).dropAt(9, 0.5)).agreeingHalf(0.01))
                .isEqualTo(100);
        assertThat(series(MadeSeries.constant(20).dropAt(15.1, 0.02)).agreeingHalf(0.01))
                .isEqualTo(Series.NONE);
    }

    @Test
    void findsStartOfLevel() {
        assertThat(series(MadeSeries.constant(40)).steadyFrom(0.02)).isLessThan(0.5);
        assertThat(series(MadeSeries.constant(40).dropAt(6, 0.1)).steadyFrom(0.02))
                .isBetween(6.0, 6.0 * 1.5);
        assertThat(series(MadeSeries.constant(40).dropAt(6, 0.01)).steadyFrom(0.02))
                .isLessThan(0.5);
    }

    @Test
    void detectsWanderingLevelsMoreThanFifteenPercentApart() {
        assertThat(series(MadeSeries.constant(20).sawtooth(5, 0.2)).wanders(0)).isTrue();
        assertThat(series(MadeSeries.constant(20).sawtooth(5, 0.1)).wanders(0)).isFalse();
        assertThat(series(MadeSeries.constant(20).dropAt(5, 0.5)).wanders(0)).isTrue();
        assertThat(series(MadeSeries.constant(20).dropAt(5, 0.5)).wanders(60)).isFalse();
        assertThat(series(MadeSeries.constant(0.1)).wanders(0)).isFalse();
    }

    /** Twenty iterations of a fork of two seconds, typical of a shared machine. */
    @Test
    void treatsLevelsWithinNoiseAsOne() {
        int wandering = 0;
        for (long seed = 0; seed < 200; seed++) {
            MadeSeries noisy = MadeSeries.constant(2).noise(seed, 0.2).outliers(seed + 500, 0.1);
            wandering += series(noisy).wanders(10) ? 1 : 0;
        }

        assertThat(wandering).isLessThan(6);
        assertThat(series(MadeSeries.constant(2).dropAt(1.5, 0.4).noise(3, 0.02))
                        .wanders(10))
                .isTrue();
    }

    @Test
    void findsLastingLevel() {
        double[] values = MadeSeries.constant(15).noise(3, 0.01).values(1);
        values[40] *= 2;
        values[90] *= 3;
        assertThat(series(values).wanders(0)).isFalse();

        for (int i = 60; i < 70; i++) {
            values[i] *= 1.3;
        }
        assertThat(series(values).wanders(0)).isTrue();
    }

    @Test
    void estimatesNoiseFromNeighbours() {
        assertThat(series(MadeSeries.constant(100).noise(1, 0.03)).noise(0)).isBetween(0.027, 0.033);
        assertThat(series(MadeSeries.constant(100).noise(1, 0.03).dropAt(40, 0.8))
                        .noise(0))
                .isBetween(0.027, 0.033);
        assertThat(series(MadeSeries.constant(0.1)).noise(0)).isZero();
    }

    @Test
    void countsCompilationTimeFromGivenPoint() {
        Series series = new Series();
        DoubleStream.of(0.5, 0.25, 0, 0.125).forEach(worked -> series.add(new Point(1, 1, worked)));

        assertThat(series.compiling(0)).isEqualTo(0.375);
        assertThat(series.compiling(1)).isEqualTo(0.125);
        assertThat(series.compiling(3)).isZero();
    }
}
