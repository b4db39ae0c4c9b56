// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which behaviour each family of rules detects. */
class LaboratoryRulesTest extends StopRuleContract {

    @Test
    void listsProductRulesFirst() {
        assertThat(LaboratoryRules.all())
                .extracting(StopRule::name)
                .containsExactly("pilot", "fixed", "trailing-half", "plateau", "equivalence", "change-point", "cov");
        assertThat(LaboratoryRules.byName("trailing-half:shortest=8, longest=60,agreement=2%"))
                .contains(new TrailingHalf(8, 60, 0.02));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            trailing-half:short=8               | Rule trailing-half has no setting "short"; it has agreement, longest, shortest
            trailing-half:shortest=80,longest=60| Rule trailing-half: longest is 60; expected a number of at least 80
            equivalence:margin=0                | Rule equivalence: margin is 0; expected a number above 0
            plateau:age=0.5                     | Rule plateau: age is 0.5; expected a number of at least 1
            change-point:level=NaN              | Rule change-point: level is NaN; expected a number above 0
            cov:longest=-1                      | Rule cov: longest is -1; expected a number above 0
            """)
    void rejectsInvalidSettings(String text, String message) {
        assertThatThrownBy(() -> LaboratoryRules.byName(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void cutsFixedScheduleAtGivenTimes() {
        Watched watched = Watched.of("fixed:warmup=5,measured=2", MadeSeries.constant(20));

        assertThat(watched).isEqualTo(new Watched(new Decision.Done(50), 70));
        assertThat(Watched.of("fixed:warmup=0,measured=1", MadeSeries.constant(20)))
                .isEqualTo(new Watched(new Decision.Done(0), 10));
    }

    @Test
    void reportsNothingUnsteadyWithFixedSchedule() {
        assertThat(Watched.of("fixed", MadeSeries.constant(60).sawtooth(20, 0.5))
                        .steady())
                .isTrue();
    }

    @Test
    void acceptsSecondHalfAtSecondCheckOfTrailingHalf() {
        Watched watched = Watched.of("trailing-half", MadeSeries.constant(60));

        assertThat(watched).isEqualTo(new Watched(new Decision.Done(57), 115));
    }

    @ParameterizedTest
    @ValueSource(strings = {"trailing-half", "plateau", "equivalence", "change-point", "pilot"})
    void excludesWarmUp(String rule) {
        MadeSeries series = MadeSeries.constant(120).ramp(4, 0.5).noise(7, 0.005);

        Watched watched = Watched.of(rule, series);

        assertThat(watched.steady()).isTrue();
        assertThat(watched.median(series)).isBetween(0.99, 1.025);
    }

    @ParameterizedTest
    @ValueSource(strings = {"trailing-half", "plateau", "equivalence", "change-point", "pilot"})
    void waitsForSlowWarmUp(String rule) {
        Watched quick = Watched.of(rule, MadeSeries.constant(120).ramp(0.5, 0.5).noise(7, 0.005));
        Watched slow = Watched.of(rule, MadeSeries.constant(120).ramp(15, 0.5).noise(7, 0.005));

        assertThat(slow.seconds()).isGreaterThan(1.3 * quick.seconds());
    }

    @Test
    void acceptsPlateauWithLowVariationButNotWithPilot() {
        MadeSeries series =
                MadeSeries.constant(120).ramp(2, 0.4).dropAt(15, 0.2).noise(5, 0.005);

        Watched cov = Watched.of("cov", series);
        assertThat(cov.steady()).isTrue();
        assertThat(cov.median(series)).isGreaterThan(1.15);

        Watched pilot = Watched.of("pilot", series);
        assertThat(pilot.steady()).isTrue();
        assertThat(pilot.median(series)).isBetween(0.99, 1.01);
    }

    @Test
    void neverAcceptsSlowIterationsWithLowVariation() {
        MadeSeries series = MadeSeries.constant(120).noise(2, 0.002).outliers(3, 0.35);

        assertThat(Watched.of("cov", series).unsteady()).isTrue();
        assertThat(Watched.of("trailing-half", series).seconds()).isLessThan(15);
    }

    @Test
    void requiresPlateauLongerThanTimeBeforeIt() {
        MadeSeries series = MadeSeries.constant(120).dropAt(6, 0.2).noise(5, 0.005);

        Watched plateau = Watched.of("plateau:age=3", series);

        assertThat(plateau.steady()).isTrue();
        assertThat(plateau.seconds()).isGreaterThan(24);
        assertThat(Watched.of("plateau:age=1", series).seconds()).isLessThan(plateau.seconds());
    }

    @Test
    void requiresProofWithEquivalenceButNotWithTrailingHalf() {
        double half = 0;
        double equivalence = 0;
        for (long seed = 0; seed < 20; seed++) {
            MadeSeries series = MadeSeries.constant(150).wander(seed, 0.02, 1.5);
            half += Watched.of("trailing-half:agreement=1%", series).seconds();
            equivalence += Watched.of("equivalence:margin=1%", series).seconds();
        }

        assertThat(equivalence).isGreaterThan(1.3 * half);
    }

    @Test
    void distinguishesLevelFromNoiseByChangePoints() {
        MadeSeries noisy = MadeSeries.constant(120).noise(9, 0.05);
        MadeSeries stepped = MadeSeries.constant(120).noise(9, 0.005).dropAt(8, 0.05);

        assertThat(Watched.of("change-point", noisy).seconds()).isLessThan(15);
        assertThat(Watched.of("change-point", stepped).seconds()).isGreaterThan(15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"trailing-half", "plateau", "equivalence", "change-point", "pilot"})
    void reportsOscillationAsUnsteadyAndKeepsData(String rule) {
        MadeSeries series = MadeSeries.constant(150).sawtooth(12, 0.4).noise(7, 0.005);

        Watched watched = Watched.of(rule, series);

        assertThat(watched.unsteady()).isTrue();
        assertThat(watched.from()).isBetween(watched.points() / 2 - 1, watched.points() / 2 + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"trailing-half", "plateau", "equivalence", "change-point", "pilot"})
    void doesNotReportNoiseAsUnsteady(String rule) {
        for (long seed = 0; seed < 20; seed++) {
            MadeSeries series = MadeSeries.constant(120).noise(seed, 0.1).outliers(seed + 50, 0.05);

            assertThat(Watched.of(rule, series).unsteady()).as("seed %d", seed).isFalse();
        }
    }

    /** The last two quarters never agree within the share, but are on one level. */
    @Test
    void endsNoisyForkAtLimitWithoutReportingUnsteady() {
        String rule = "trailing-half:agreement=0.0001,longest=30";

        Watched noisy = Watched.of(rule, MadeSeries.constant(60).noise(4, 0.1));
        Watched falling = Watched.of(rule, MadeSeries.constant(60).ramp(20, 1));

        assertThat(noisy.steady()).isTrue();
        assertThat(noisy.seconds()).isEqualTo(30);
        assertThat(falling.unsteady()).isTrue();
    }

    @Test
    void decidesByEquivalenceWithFewPoints() {
        Point[] slow = new Point[20];
        for (int i = 0; i < slow.length; i++) {
            slow[i] = new Point(4 + 0.001 * (i % 2), 4, 0);
        }

        Watched watched = Watched.of(LaboratoryRules.byName("equivalence").orElseThrow(), slow);

        assertThat(watched.steady()).isTrue();
        assertThat(watched.points()).isBetween(6, 12);
    }
}
