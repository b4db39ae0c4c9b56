// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangePointRuleTest {

    private static final ChangePointRule RULE = new ChangePointRule(10, 100, 0.02);

    private static Watched watched(MadeSeries series) {
        return Watched.of(RULE, series.points());
    }

    private static Point[] points(int count, double seconds) {
        Point[] points = new Point[count];
        Arrays.fill(points, new Point(1, seconds, 0));
        return points;
    }

    @Test
    void usesSecondHalfOfConstantSeries() {
        assertThat(watched(MadeSeries.constant(60))).isEqualTo(new Watched(new Decision.Done(50), 100));
    }

    @ParameterizedTest
    @ValueSource(doubles = {4, 6, 8})
    void requiresLastLevelOverHalfOfSeries(double drop) {
        MadeSeries series = MadeSeries.constant(150).dropAt(drop, 0.2);

        Watched watched = watched(series);

        assertThat(watched.steady()).isTrue();
        assertThat(watched.seconds()).isBetween(Math.max(10, 1.9 * drop), Math.max(10, 2.5 * drop));
        assertThat(watched.median(series)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0.03, true", "0.01, false"})
    void mergesSimilarLevels(double level, boolean one) {
        Point[] step = MadeSeries.constant(120).dropAt(8, 0.02).points();

        Watched watched = Watched.of(new ChangePointRule(10, 100, level), step);

        assertThat(watched.seconds() <= 10).isEqualTo(one);
        assertThat(watched.steady()).isTrue();
    }

    /** Three levels, each near its neighbour; the first is far from the last. */
    @Test
    void comparesLevelWithFinalLevelNotWithNextOne() {
        MadeSeries stairs = MadeSeries.constant(150).dropAt(6, 0.015).dropAt(9, 0.015);

        assertThat(watched(stairs).seconds()).isGreaterThanOrEqualTo(12);
    }

    @Test
    void reportsUnsteadyForStepInSecondHalfOfMaximumTime() {
        Watched watched = Watched.of(
                new ChangePointRule(80, 100, 0.02),
                MadeSeries.constant(150).dropAt(70, 0.3).points());

        assertThat(watched.unsteady()).isTrue();
        assertThat(watched.seconds()).isEqualTo(100);
    }

    @Test
    void requiresMoreThanThreePoints() {
        assertThat(Watched.of(RULE, points(3, 11)).decision()).isInstanceOf(Decision.Continue.class);
        assertThat(Watched.of(RULE, points(9, 11)).points()).isEqualTo(4);
    }

    @Test
    void usesDefaultsForMissingSettings() {
        assertThat(LaboratoryRules.byName("change-point")).contains(RULE);
        assertThat(LaboratoryRules.byName("change-point:level=5%,shortest=4"))
                .contains(new ChangePointRule(4, 100, 0.05));
        assertThat(RULE.settings()).isEqualTo("shortest=10,longest=100,level=0.02");
    }
}
