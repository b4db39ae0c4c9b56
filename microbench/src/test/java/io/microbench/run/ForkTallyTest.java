// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ForkTallyTest {

    private static ForkTally.End value(double value) {
        return new ForkTally.End(Optional.of(value), false, Duration.ofMillis(1500), Duration.ofMillis(1000));
    }

    private static ForkTally.End end(boolean fatal) {
        return new ForkTally.End(Optional.empty(), fatal, Duration.ofMillis(500), Duration.ZERO);
    }

    private static ForkTally adaptive(Optional<Double> precision) {
        return new ForkTally(TestPlans.tiny(FailingFixture.class, "works", 1)
                .plan()
                .withAdaptive(new AdaptivePlan(precision, 3, 5, "rule", 0.05), Duration.ofMillis(100)));
    }

    @Test
    void endsFixedPlanAfterItsForksAndWarmUpForks() {
        ForkTally turns = new ForkTally(TestPlans.of(FailingFixture.class, "works")
                .forks(2)
                .warmupForks(1)
                .planned()
                .plan());
        turns.ended(end(false));
        turns.ended(value(1));
        assertThat(turns.decided()).isFalse();
        turns.ended(value(1));
        assertThat(turns.decided()).isTrue();
    }

    @Test
    void runsCaseInsideHostOnce() {
        ForkTally turns = new ForkTally(TestPlans.of(FailingFixture.class, "works")
                .forks(0)
                .warmupForks(3)
                .planned()
                .plan());
        assertThat(turns.decided()).isFalse();
        turns.ended(value(1));
        assertThat(turns.decided()).isTrue();
    }

    @Test
    void stopsAfterRepeatedFailure() {
        ForkTally turns = adaptive(Optional.of(0.1));
        turns.ended(end(true));
        assertThat(turns.decided()).isTrue();
    }

    @Test
    void endsWithNarrowIntervalAfterMinimumForks() {
        ForkTally turns = adaptive(Optional.of(0.05));
        turns.ended(value(100));
        turns.ended(value(100.1));
        assertThat(turns.decided()).isFalse();
        turns.ended(value(100.05));
        assertThat(turns.decided()).isTrue();
    }

    /**
     * Returns the end of a fork with the time of its units as the score and the time of the method, in ms, as a
     * secondary result.
     */
    private static ForkTally.End units(double unit, double body) {
        Map<String, Metric> beside = Map.of(Metric.BODY, new Metric(body, Double.NaN, "ms/op"));
        List<IterationResult> iterations = DoubleStream.of(unit, Double.NaN, unit)
                .mapToObj(score -> new IterationResult(
                        Phase.MEASUREMENT, 1, MadeRecords.START, score, 1, Map.of(), beside, Optional.empty()))
                .toList();
        return ForkTally.End.of(
                MadeRecords.fork(1).iterations(iterations).secondary(beside).build(), false);
    }

    @Test
    void usesPrecisionOfUnitsNotOfMethod() {
        ForkTally steadyMethod = adaptive(Optional.of(0.05));
        ForkTally steadyUnits = adaptive(Optional.of(0.05));
        for (int i = 0; i < 3; i++) {
            steadyMethod.ended(units(100 + 50 * i, 2500));
            steadyUnits.ended(units(100 + 0.1 * i, 2500 + 1000 * i));
        }

        assertThat(steadyMethod.decided()).isFalse();
        assertThat(steadyUnits.decided()).isTrue();
        assertThat(steadyMethod.values()).containsExactly(100, 150, 200);
    }

    @Test
    void runsMaximumForksWithoutPrecision() {
        ForkTally turns = adaptive(Optional.empty());
        for (int i = 0; i < 4; i++) {
            turns.ended(value(100));
        }
        assertThat(turns.decided()).isFalse();
        turns.ended(value(100));
        assertThat(turns.decided()).isTrue();
    }

    @Test
    void stopsAfterTwoForksWithoutQuietTime() {
        ForkTally never = adaptive(Optional.of(0.05));
        never.ended(end(false));
        assertThat(never.decided()).isFalse();
        never.ended(end(false));
        assertThat(never.decided()).isTrue();

        ForkTally once = adaptive(Optional.of(0.05));
        once.ended(value(100));
        once.ended(end(false));
        once.ended(end(false));
        assertThat(once.decided()).isFalse();
        assertThat(once.values()).containsExactly(100);
    }

    @Test
    void reportsTimeOfItsIterations() {
        ForkTally turns = adaptive(Optional.empty());
        assertThat(turns.meanIterations()).isZero();
        turns.ended(value(1));
        turns.ended(end(false));
        assertThat(turns.meanIterations()).isEqualTo(Duration.ofMillis(500));
    }
}
