// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.fork.Counters.Reading;
import io.microbench.run.JmhFixtures;
import io.microbench.stopping.StopRule.Point;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;

/** Tests that the stop rule of a fork evaluates the times of units of work, if any, instead of those of the method. */
class UnitPointTest {

    private static final Reading SPAN = new Reading(0.5, OptionalDouble.empty(), 0.5, 0.1, 0, 0, 0, Optional.empty());

    /** The method performs 100 operations per millisecond. */
    private static final IterationResult METHOD = JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 50);

    private static final Result<?> COUNT = new ScalarResult("async.completed", 3, "units", AggregationPolicy.SUM);

    @AfterEach
    void forget() {
        System.clearProperty(ForkMeter.RATE);
    }

    private static Result<?> rate(double perMilli) {
        return new ThroughputResult(
                ResultRole.PRIMARY, Signs.UNITS, perMilli, TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS);
    }

    private static Result<?> time(double millis) {
        return new AverageTimeResult(
                ResultRole.PRIMARY, Signs.UNITS, 1, Math.round(millis * 1e6), TimeUnit.MILLISECONDS);
    }

    private static Optional<Double> value(Result<?>... more) {
        return new ForkMeter().point(METHOD, List.of(more), SPAN).map(Point::value);
    }

    @Test
    void returnsTimeOfUnit() {
        assertThat(value(COUNT, time(8)))
                .hasValueSatisfying(value -> assertThat(value).isCloseTo(8, within(1e-9)));
        assertThat(new ForkMeter().point(METHOD, List.of(time(8)), SPAN))
                .hasValueSatisfying(point -> assertThat(point.seconds()).isEqualTo(0.5));
    }

    @Test
    void returnsTimeOfUnitInThroughputMode() {
        System.setProperty(ForkMeter.RATE, "true");

        assertThat(value(rate(8))).hasValueSatisfying(value -> assertThat(value).isCloseTo(0.125, within(1e-9)));
        assertThat(value(COUNT)).hasValueSatisfying(value -> assertThat(value).isCloseTo(0.01, within(1e-9)));
    }

    /** Otherwise a steady method would end a fork whose units were never measured. */
    @Test
    void returnsNothingForIterationWithoutUnits() {
        System.setProperty(ForkMeter.RATE, "true");

        assertThat(value(rate(Double.NaN))).isEmpty();
    }
}
