// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.ChangePoints.ChangePoint;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangePointsTest {

    private final Simulation simulation = new Simulation(131, 0.02, 0);

    @Test
    void findsPositionOfStep() {
        List<ChangePoint> points = ChangePoints.DEFAULTS.of(series(60, 40, 1.1));

        assertThat(points).hasSize(1);
        ChangePoint point = points.get(0);
        assertThat(point.index()).isEqualTo(60);
        assertThat(point.meanBefore()).isCloseTo(100, within(1.0));
        assertThat(point.meanAfter()).isCloseTo(110, within(1.0));
        assertThat(point.pValue()).isLessThan(1e-10);
    }

    @Test
    void computesMeansOfSegmentsBetweenPoints() {
        double[] series = concat(simulation.values(40, 100), simulation.values(45, 120), simulation.values(30, 90));
        List<ChangePoint> points = ChangePoints.DEFAULTS.of(series);

        assertThat(points).extracting(ChangePoint::index).containsExactly(40, 85);
        assertThat(points.get(0).meanAfter()).isEqualTo(points.get(1).meanBefore());
        assertThat(points.get(1).meanAfter()).isEqualTo(Descriptive.mean(Arrays.copyOfRange(series, 85, 115)));
    }

    @Test
    void agreesWithStudentTestOfSciPy() {
        // scipy.stats.ttest_ind([10, 11, 10.5, 10.2, 10.9, 10.4, 10.1, 10.7], [12, 12.5, 11.9, 12.2, 12.4,
        // 12.1]).pvalue
        double[] series = {10, 11, 10.5, 10.2, 10.9, 10.4, 10.1, 10.7, 12, 12.5, 11.9, 12.2, 12.4, 12.1};
        List<ChangePoint> points = ChangePoints.DEFAULTS.of(series);

        assertThat(points).extracting(ChangePoint::index).containsExactly(8);
        assertThat(points.get(0).pValue()).isCloseTo(3.960868959465063e-07, within(1e-13));
    }

    @Test
    void findsLargeStepInFirstNight() {
        List<ChangePoint> points = ChangePoints.DEFAULTS.of(series(60, 1, 1.3));

        assertThat(points).extracting(ChangePoint::index).containsExactly(60);
    }

    @Test
    void raisesFewAlarmsForNoise() {
        double alarms = Simulation.share(
                400,
                () -> !ChangePoints.DEFAULTS.of(simulation.values(100, 100)).isEmpty());

        // Otava's defaults flag 6 % of such series; the published figure for real series is even lower.
        assertThat(alarms).isLessThan(0.08);
    }

    @Test
    void findsMostFivePercentStepsWithinThreeNights() {
        double found = Simulation.share(200, () -> ChangePoints.DEFAULTS.of(series(60, 3, 1.05)).stream()
                .anyMatch(point -> point.index() >= 57));

        assertThat(found).isGreaterThan(0.65);
    }

    @Test
    void dropsSmallChanges() {
        double[] series = concat(simulation.values(100, 100), simulation.values(100, 103));

        assertThat(ChangePoints.DEFAULTS.of(series)).isNotEmpty();
        assertThat(new ChangePoints(50, 0.001, 0.05).of(series)).isEmpty();
    }

    @Test
    void findsStepBeforeLastWindow() {
        assertThat(new ChangePoints(20, 0.001, 0).of(series(150, 150, 1.2)))
                .extracting(ChangePoint::index)
                .containsExactly(150);
    }

    @Test
    void isIndependentOfUnit() {
        double[] series = series(40, 20, 1.06);
        double[] scaled = Arrays.stream(series).map(value -> value * 1e-9).toArray();

        assertThat(ChangePoints.DEFAULTS.of(scaled))
                .extracting(ChangePoint::index)
                .isEqualTo(ChangePoints.DEFAULTS.of(series).stream()
                        .map(ChangePoint::index)
                        .toList());
    }

    @Test
    void findsExactChangeOfExactValues() {
        double[] bytes = {16, 16, 16, 16, 24, 24, 24};

        assertThat(ChangePoints.DEFAULTS.of(bytes)).containsExactly(new ChangePoint(4, 16, 24, 0));
        assertThat(ChangePoints.DEFAULTS.of(new double[] {5, 5, 5, 5, 5, 5})).isEmpty();
    }

    @Test
    void hasInfiniteMagnitudeForStepFromZero() {
        ChangePoint point =
                ChangePoints.DEFAULTS.of(new double[] {0, 0, 0, 0, 16, 16, 16}).get(0);

        assertThat(point.magnitude()).isInfinite();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void findsNothingInShortSeries(int length) {
        assertThat(ChangePoints.DEFAULTS.of(Arrays.copyOf(new double[] {1, 100}, length)))
                .isEmpty();
    }

    @Test
    void takesLargerMagnitudeOfBothDirections() {
        assertThat(new ChangePoint(1, 100, 80, 0.5).magnitude()).isCloseTo(0.25, within(1e-15));
        assertThat(new ChangePoint(1, 80, 100, 0.5).magnitude()).isCloseTo(0.25, within(1e-15));
        assertThat(new ChangePoint(1, 0, 0, 1).magnitude()).isZero();
    }

    @Test
    void rejectsNonFiniteValues() {
        assertThatThrownBy(() -> ChangePoints.DEFAULTS.of(new double[] {1, 2, Double.NaN}))
                .hasMessageStartingWith("History: value 2 is NaN");
    }

    private double[] series(int before, int after, double ratio) {
        return concat(simulation.values(before, 100), simulation.values(after, 100 * ratio));
    }

    private static double[] concat(double[]... parts) {
        return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
    }
}
