/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every rule, and how rules are named. */
class StopRulesTest {

    static Iterable<StopRule> rules() {
        return StopRules.all();
    }

    @Test
    void thePilotForkIsTheStandard() {
        assertThat(StopRules.standard().name()).isEqualTo("pilot");
        assertThat(StopRules.names())
                .containsExactly("pilot", "trailing-half", "plateau", "equivalence", "change-point", "cov", "fixed");
        assertThat(StopRules.all()).extracting(StopRule::name).containsExactlyElementsOf(StopRules.names());
    }

    @Test
    void theStandardTakesItsTimesFromThePlannedFork() {
        assertThat(StopRules.standard(100)).isEqualTo(StopRules.standard());
        assertThat(StopRules.standard(20).text()).startsWith("pilot:first=8,early=2,age=8,later=2,longest=20,");
        assertThat(StopRules.standard(0).text()).startsWith("pilot:first=4,early=2,age=8,later=2,longest=10,");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aRuleIsReadFromItsOwnText(StopRule rule) {
        assertThat(StopRules.byName(rule.text())).contains(rule);
        assertThat(StopRules.byName(rule.name())).contains(rule);
    }

    @Test
    void readsSettingsAndPercentages() {
        assertThat(StopRules.byName("trailing-half:shortest=8, longest=60,agreement=2%"))
                .contains(new TrailingHalf(8, 60, 0.02));
        assertThat(StopRules.byName("no-such-rule:shortest=8")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            trailing-half:short=8               | Rule trailing-half has no setting "short"; it has agreement, longest, shortest
            trailing-half:shortest=eight        | Rule trailing-half: shortest is "eight"; accepted: a number, or a percentage such as 1%
            trailing-half:shortest              | Rule trailing-half: "shortest" is no setting; accepted: key=value, separated by commas
            trailing-half:shortest=8,shortest=9 | Rule trailing-half: shortest is set twice; set it once
            trailing-half:shortest=80,longest=60| Rule trailing-half: longest is 60; accepted: a number of at least 80
            equivalence:margin=0                | Rule equivalence: margin is 0; accepted: a number above 0
            plateau:age=0.5                     | Rule plateau: age is 0.5; accepted: a number of at least 1
            change-point:level=NaN              | Rule change-point: level is NaN; accepted: a number above 0
            cov:longest=-1                      | Rule cov: longest is -1; accepted: a number above 0
            fixed:measured=0                    | Rule fixed: measured is 0; accepted: a number above 0
            pilot:patience=0.5                  | Rule pilot: patience is 0.5; accepted: a number of at least 1
            pilot:longest=20                    | Rule pilot: longest is 20; accepted: a number of at least 40
            """)
    void saysWhatCannotBeUsed(String text, String message) {
        assertThatThrownBy(() -> StopRules.byName(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aConstantForkIsSteadyAtTheFirstOccasion(StopRule rule) {
        Watched watched = Watched.of(rule, MadeSeries.constant(120).points());

        assertThat(watched.steady()).isTrue();
        assertThat(watched.seconds()).isLessThanOrEqualTo(50);
        assertThat(watched.from()).isBetween(0, watched.points() - 1);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rareSlowIterationsDoNotMoveTheValue(StopRule rule) {
        MadeSeries series =
                MadeSeries.constant(120).ramp(0.5, 0.4).noise(3, 0.005).outliers(4, 0.03);

        assertThat(Watched.of(rule, series.points()).median(series)).isBetween(0.99, 1.01);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyRuleEndsAndMeasuresSomething(StopRule rule) {
        for (long seed = 0; seed < 20; seed++) {
            MadeSeries series = MadeSeries.constant(150)
                    .ramp(5, 0.3)
                    .wander(seed, 0.03, 5)
                    .noise(seed, 0.05)
                    .outliers(seed, 0.05);

            Watched watched = Watched.of(rule, series.points());

            assertThat(watched.decision()).isNotInstanceOf(Decision.Continue.class);
            assertThat(watched.seconds()).isLessThanOrEqualTo(100.1);
            assertThat(watched.from()).isBetween(0, watched.points() - 1);
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aWatchKnowsOnlyItsOwnFork(StopRule rule) {
        Point[] steady = MadeSeries.constant(120).noise(1, 0.003).points();
        Watched alone = Watched.of(rule, steady);

        Watched.of(rule, MadeSeries.constant(120).sawtooth(30, 0.5).points());

        assertThat(Watched.of(rule, steady)).isEqualTo(alone);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void iterationsThatLastLongerThanTheRuleEndIt(StopRule rule) {
        Point[] slow = new Point[40];
        for (int i = 0; i < slow.length; i++) {
            slow[i] = new Point(30, 30, 0);
        }

        Watched watched = Watched.of(rule, slow);

        assertThat(watched.decision()).isNotInstanceOf(Decision.Continue.class);
        assertThat(watched.points()).isLessThanOrEqualTo(4);
    }
}
