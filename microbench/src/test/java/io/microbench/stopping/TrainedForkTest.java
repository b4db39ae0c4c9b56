// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TrainedForkTest {

    private static final StopRule RULE = trained(OptionalDouble.of(0));
    private static final StopRule OF_AN_EARLIER_VERSION = trained(OptionalDouble.empty());

    private static final MadeSeries CALM = MadeSeries.constant(120).noise(1, 0.003);

    private static StopRule trained(OptionalDouble slowStart) {
        return StopRule.trained(new Training(1, 5, 0.01, 5, slowStart), StopRule.standard());
    }

    private static StopRule after(Point... first) {
        return RULE.next(Arrays.asList(first).subList(0, Watched.of(RULE, first).points()));
    }

    @Test
    void runsFirstForkToTwiceWindowIfStartMatchesTraining() {
        Watched first = Watched.of(RULE, CALM.points());

        assertThat(first).isEqualTo(new Watched(new Decision.Done(50), 100));
    }

    @Test
    void runsToFourTimesWindowIfStartDiffersOrIsUnknown() {
        StopRule slower = trained(OptionalDouble.of(0.1));

        for (StopRule rule : List.of(slower, OF_AN_EARLIER_VERSION)) {
            Watched first = Watched.of(rule, CALM.points());
            assertThat(first.decision()).isInstanceOf(Decision.Done.class);
            assertThat(first.seconds()).isBetween(20.0, 24.0);
            assertThat(rule.next(Arrays.asList(CALM.points()).subList(0, first.points()))
                            .name())
                    .isEqualTo("trained");
        }
    }

    @Test
    void recognizesStartAsSlowAsInTraining() {
        MadeSeries warming = MadeSeries.constant(120).dropAt(0.8, 0.2).noise(1, 0.003);
        double start = 0.8 * Math.log1p(0.2);

        assertThat(Watched.of(trained(OptionalDouble.of(start)), warming.points())
                        .seconds())
                .isEqualTo(10);
        assertThat(Watched.of(RULE, warming.points()).seconds()).isGreaterThanOrEqualTo(20);
    }

    @Test
    void runsLaterForksForWindowOnly() {
        Watched later = Watched.of(
                after(CALM.points()), MadeSeries.constant(120).noise(2, 0.003).points());

        assertThat(later).isEqualTo(new Watched(new Decision.Done(10), 50));
    }

    @Test
    void fallsBackToStandardRuleForLongerWarmUp() {
        MadeSeries slow = MadeSeries.constant(120).dropAt(8, 0.2).noise(1, 0.003);
        Watched first = Watched.of(RULE, slow.points());

        assertThat(first.seconds()).isGreaterThanOrEqualTo(40);
        assertThat(first.median(slow)).isCloseTo(1, within(0.01));
        assertThat(after(slow.points()).name()).isEqualTo("pilot");
    }

    @Test
    void extendsLaterForkOnSlowerLevel() {
        StopRule next = after(CALM.points());
        MadeSeries late = MadeSeries.constant(120).dropAt(15, 0.1).noise(2, 0.003);

        assertThat(Watched.of(next, late.points()).seconds()).isGreaterThan(20);
    }

    @Test
    void extendsLaterForkWithoutFlatWindow() {
        StopRule next = after(CALM.points());
        MadeSeries ramp = MadeSeries.constant(120).ramp(6, 0.3).noise(2, 0.003);

        assertThat(Watched.of(next, ramp.points()).seconds()).isGreaterThan(5.5);
    }

    @Test
    void doesNotExtendForTrainedSpread() {
        StopRule wide = StopRule.trained(new Training(1, 5, 0.08, 5, OptionalDouble.empty()), StopRule.standard());
        StopRule next = wide.next(Arrays.asList(CALM.points()).subList(0, 100));
        Point[] slower = Arrays.stream(CALM.points())
                .map(point -> new Point(1.06 * point.value(), point.seconds(), 0))
                .toArray(Point[]::new);

        assertThat(Watched.of(next, slower).seconds()).isEqualTo(5);
    }

    @Test
    void isIndependentOfScale() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 200; i++) {
            MadeSeries series = MadeSeries.constant(120)
                    .ramp(0.2 + 5 * random.nextDouble(), random.nextDouble())
                    .dropAt(60 * random.nextDouble(), 0.3 * random.nextDouble())
                    .noise(i, 0.02 * random.nextDouble());
            // Powers of two: no value is rounded.
            double factor = Math.pow(2, random.nextInt(-30, 30));
            assertThat(decisions(series, factor)).as("%s times %s", factor, i).isEqualTo(decisions(series, 1));
        }
    }

    /** Returns the decisions on three forks of a series. */
    private static List<Watched> decisions(MadeSeries series, double factor) {
        List<Watched> decisions = new ArrayList<>();
        StopRule rule = RULE;
        for (int fork = 0; fork < 3; fork++) {
            Point[] points = Arrays.stream(series.noise(fork, 0.01).points())
                    .map(point -> new Point(factor * point.value(), point.seconds(), 0))
                    .toArray(Point[]::new);
            Watched watched = Watched.of(rule, points);
            decisions.add(watched);
            rule = rule.next(Arrays.asList(points).subList(0, watched.points()));
        }
        return decisions;
    }

    @Test
    void restoresTextForm() {
        StopRule later = after(CALM.points());

        assertThat(StopRule.byName(RULE.text())).contains(RULE);
        assertThat(StopRule.byName(later.text())).contains(later);
        assertThat(StopRule.byName(OF_AN_EARLIER_VERSION.text())).contains(OF_AN_EARLIER_VERSION);
        assertThat(later.text()).startsWith("trained:from=1,to=5,hold=4,spread=0.01,holds=1,slowStart=0,first=40,");
        assertThat(StopRule.names()).doesNotContain("trained");
    }

    @Test
    void keepsOtherRules() {
        StopRule fixed = StopRule.byName("fixed").orElseThrow();

        assertThat(StopRule.trained(new Training(1, 5, 0.01, 5, OptionalDouble.empty()), fixed))
                .isSameAs(fixed);
    }
}
