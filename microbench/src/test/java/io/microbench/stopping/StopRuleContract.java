// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every rule. */
public abstract class StopRuleContract {

    public static Iterable<StopRule> rules() {
        return LaboratoryRules.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void parsesItsText(StopRule rule) {
        assertThat(LaboratoryRules.byName(rule.text())).contains(rule);
        assertThat(LaboratoryRules.byName(rule.name())).contains(rule);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void isSteadyAtFirstCheckOfConstantFork(StopRule rule) {
        Watched watched = Watched.of(rule, MadeSeries.constant(120).points());

        assertThat(watched.steady()).isTrue();
        assertThat(watched.seconds()).isLessThanOrEqualTo(50);
        assertThat(watched.from()).isBetween(0, watched.points() - 1);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void isRobustToRareSlowIterations(StopRule rule) {
        MadeSeries series =
                MadeSeries.constant(120).ramp(0.5, 0.4).noise(3, 0.005).outliers(4, 0.03);

        assertThat(Watched.of(rule, series.points()).median(series)).isBetween(0.99, 1.01);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void alwaysEndsAndMeasuresSomething(StopRule rule) {
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
    void watchesEachForkIndependently(StopRule rule) {
        Point[] steady = MadeSeries.constant(120).noise(1, 0.003).points();
        Watched alone = Watched.of(rule, steady);

        Watched.of(rule, MadeSeries.constant(120).sawtooth(30, 0.5).points());

        assertThat(Watched.of(rule, steady)).isEqualTo(alone);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void endsForkWhoseIterationsExceedTimesOfRule(StopRule rule) {
        Point[] slow = new Point[40];
        for (int i = 0; i < slow.length; i++) {
            slow[i] = new Point(30, 30, 0);
        }

        Watched watched = Watched.of(rule, slow);

        assertThat(watched.decision()).isNotInstanceOf(Decision.Continue.class);
        assertThat(watched.points()).isLessThanOrEqualTo(4);
    }
}
