// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PilotForkTest {

    private final StopRule rule = StopRule.standard();

    /** Returns the rule after a first fork with the given series. */
    private StopRule after(MadeSeries first) {
        Point[] points = first.points();
        Watched watched = Watched.of(rule, points);
        return rule.next(Arrays.asList(points).subList(0, watched.points()));
    }

    @Test
    void endsFirstForkEarlyIfImmediatelySteady() {
        Watched first =
                Watched.of(rule, MadeSeries.constant(120).noise(1, 0.003).points());

        assertThat(first).isEqualTo(new Watched(new Decision.Done(50), 100));
    }

    @Test
    void checksFirstForkLaterAfterWarmUp() {
        MadeSeries begun = MadeSeries.constant(120).ramp(2, 0.4).noise(1, 0.003);

        assertThat(Watched.of(rule, begun.points()).seconds()).isBetween(40.0, 46.0);
        assertThat(Watched.of("pilot:age=2", begun).seconds()).isBetween(10.0, 25.0);
        assertThat(Watched.of("pilot:first=10", begun).seconds()).isBetween(10.0, 12.0);
    }

    @Test
    void continuesWhileCompilersWork() {
        Point[] busy = MadeSeries.constant(120).noise(1, 0.003).points();
        Point[] working = busy.clone();
        for (int i = 0; i < 200; i++) {
            working[i] = new Point(busy[i].value(), busy[i].seconds(), 0.01);
        }

        assertThat(Watched.of(rule, busy).seconds()).isEqualTo(10);
        assertThat(Watched.of(rule, working).seconds()).isGreaterThan(30);
    }

    @Test
    void missesDropAfterEndOfFirstFork() {
        MadeSeries late = MadeSeries.constant(120).dropAt(20, 0.2).noise(1, 0.003);

        assertThat(Watched.of(rule, late.points()).median(late)).isGreaterThan(1.19);
    }

    @Test
    void shortensNextForkAfterImmediatelySteadyFirst() {
        StopRule next = after(MadeSeries.constant(120).noise(1, 0.003));

        Watched second =
                Watched.of(next, MadeSeries.constant(120).noise(2, 0.003).points());

        assertThat(second).isEqualTo(new Watched(new Decision.Done(25), 50));
    }

    @Test
    void measuresAfterKnownWarmUpInNextFork() {
        MadeSeries slow = MadeSeries.constant(120).ramp(2, 0.4).dropAt(12, 0.2).noise(1, 0.003);
        StopRule next = after(slow);

        Watched second = Watched.of(next, slow.points());

        assertThat(second.steady()).isTrue();
        assertThat(second.from()).isGreaterThanOrEqualTo(120);
        assertThat(second.seconds()).isBetween(20.0, 38.0);
    }

    @Test
    void extendsLaterForkWithSlowerWarmUp() {
        StopRule next = after(MadeSeries.constant(120).noise(1, 0.003));
        MadeSeries slow = MadeSeries.constant(120).ramp(6, 0.5).noise(2, 0.003);

        Watched second = Watched.of(next, slow.points());

        assertThat(second.seconds()).isGreaterThan(12);
        assertThat(second.median(slow)).isBetween(0.99, 1.03);
    }

    @Test
    void extendsLaterForkOnSlowerLevelUntilFirstForkCouldEnd() {
        StopRule next = after(MadeSeries.constant(120).noise(1, 0.003));
        MadeSeries slow = MadeSeries.constant(120).dropAt(18, 0.04).noise(2, 0.003);

        Watched second = Watched.of(next, slow.points());

        assertThat(second.seconds()).isBetween(25.0, 46.0);
        assertThat(second.median(slow)).isBetween(0.99, 1.01);
        MadeSeries slower = MadeSeries.constant(120).dropAt(121, 0.04).noise(2, 0.003);
        assertThat(Watched.of(next, slower.points()).seconds())
                .as("a slower level may be specific to the fork and is finally accepted")
                .isBetween(40.0, 46.0);
        MadeSeries hardly = MadeSeries.constant(120).dropAt(18, 0.02).noise(2, 0.003);
        assertThat(Watched.of(next, hardly.points()).seconds()).isEqualTo(5);
    }

    @Test
    void extendsSlowerForkWithScaledRuleToo() {
        Point[] fast = MadeSeries.constant(30).noise(1, 0.003).points();
        StopRule scaled = StopRule.standard(20);
        StopRule next = scaled.next(
                Arrays.asList(fast).subList(0, Watched.of(scaled, fast).points()));
        MadeSeries slow = MadeSeries.constant(30).dropAt(31, 0.04).noise(2, 0.003);

        assertThat(Watched.of(next, fast).seconds()).isEqualTo(2);
        assertThat(Watched.of(next, slow.points()).seconds()).isBetween(8.0, 9.5);
    }

    @Test
    void remembersFastestFork() {
        StopRule first = after(MadeSeries.constant(120).noise(1, 0.003));
        List<Point> slower =
                List.of(MadeSeries.constant(20).dropAt(21, 0.1).noise(2, 0.003).points());

        assertThat(first.next(slower).settings()).isEqualTo(first.settings());
        assertThat(rule.next(slower).next(List.of(MadeSeries.constant(20).points())))
                .asString()
                .contains("fastest=1.0");
    }

    @Test
    void remembersSlowestFork() {
        StopRule slow =
                after(MadeSeries.constant(120).ramp(2, 0.4).dropAt(12, 0.2).noise(1, 0.003));
        List<Point> sooner = List.of(MadeSeries.constant(20).dropAt(21, 0.1).points());

        assertThat(slow.next(sooner)).isEqualTo(slow);
    }

    @Test
    void restoresObservationsFromText() {
        StopRule next =
                after(MadeSeries.constant(120).ramp(2, 0.4).dropAt(12, 0.2).noise(1, 0.003));

        assertThat(next.text()).startsWith("pilot:first=40,early=10,age=8,").contains("known=1");
        assertThat(StopRule.byName(next.text())).contains(next);
        assertThat(next).isNotEqualTo(rule);
    }

    @Test
    void learnsNothingFromForkWithoutObservations() {
        assertThat(rule.next(List.of())).isEqualTo(rule);
    }

    @Test
    void learnsNothingWithOtherRules() {
        StopRule fixed = StopRule.byName("fixed").orElseThrow();

        assertThat(fixed.next(List.of(MadeSeries.constant(20).points()))).isSameAs(fixed);
    }
}
