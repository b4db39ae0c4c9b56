// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.fork.Counters.Reading;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/**
 * The values are from iterations of 100 ms, some of them recorded on an idle and on a busy machine with two
 * processors.
 */
class StarvationTest {

    private static final double EXACT = 1e-9;

    private static Reading linux(double seconds, double waiting, double cpu) {
        return new Reading(seconds, OptionalDouble.of(waiting), cpu, 0, 0, 0, 0, Optional.empty());
    }

    private static Reading elsewhere(double seconds, double cpu) {
        return new Reading(seconds, OptionalDouble.empty(), cpu, 0, 0, 0, 0, Optional.empty());
    }

    private static Reading outside(double stolen, double throttled) {
        return new Reading(0.1, OptionalDouble.of(0), 0.1, 0, 0, stolen, throttled, Optional.empty());
    }

    @Test
    void dividesRunQueueWaitByTimeOfAllThreads() {
        assertThat(new Starvation(1, 2).of(linux(0.1007, 0.00021, 0.101))).isCloseTo(0.0021, within(1e-4));
        assertThat(new Starvation(1, 2).of(linux(0.1042, 0.0485, 0.055))).isCloseTo(0.4655, within(1e-4));
        assertThat(new Starvation(4, 8).of(linux(0.1, 0.04, 0.36))).isCloseTo(0.1, within(EXACT));
    }

    /** Eight threads on two processors always wait for each other. */
    @Test
    void ignoresWaitsForOwnThreads() {
        assertThat(new Starvation(8, 2).of(linux(0.1, 0.6, 0.2))).isCloseTo(0, within(EXACT));
        assertThat(new Starvation(8, 2).of(linux(0.1, 0.7, 0.1))).isCloseTo(0.5, within(EXACT));
        assertThat(new Starvation(2, 2).of(linux(0.1, 0.02, 0.18))).isCloseTo(0.1, within(EXACT));
    }

    @Test
    void usesOnlyWaitWithoutProcessorTime() {
        assertThat(new Starvation(2, 2).of(linux(0.1, 0.02, Double.NaN))).isCloseTo(0.1, within(EXACT));
    }

    @Test
    void staysBetweenZeroAndOne() {
        assertThat(new Starvation(2, 2).of(linux(0.1, 0.01, 0.25))).isZero();
        assertThat(new Starvation(1, 2).of(linux(0.1, 0.25, 0.01))).isEqualTo(1);
        assertThat(new Starvation(1, 2).of(linux(0, 0, 0))).isZero();
    }

    @Test
    void addsStealAndThrottling() {
        Starvation starvation = new Starvation(1, 2);

        assertThat(starvation.of(outside(0.02, 0))).isCloseTo(0.1, within(EXACT));
        assertThat(starvation.of(outside(0, 0.03))).isCloseTo(0.3, within(EXACT));
    }

    /** Without run queue statistics, an iteration is compared with the best one of its fork. */
    @Test
    void detectsLessProcessorTimeWithoutRunQueueStatistics() {
        Starvation starvation = new Starvation(1, 2);

        assertThat(starvation.of(elsewhere(0.1, 0.098))).isZero();
        assertThat(starvation.of(elsewhere(0.1, 0.049))).isCloseTo(0.5, within(EXACT));
        assertThat(starvation.of(elsewhere(0.1, 0.098))).isZero();
    }

    /** Work that sleeps uses little of a processor, always about the same share. */
    @Test
    void acceptsBlockingWorkWithoutRunQueueStatistics() {
        Starvation starvation = new Starvation(1, 2);

        assertThat(starvation.of(elsewhere(0.1, 0.002))).isZero();
        assertThat(starvation.of(elsewhere(0.1, 0.00199))).isLessThan(0.05);
    }

    @Test
    void returnsNothingWithoutAnyStatistics() {
        assertThat(new Starvation(1, 2).of(elsewhere(0.1, Double.NaN))).isZero();
    }

    @Test
    void subtractsEarlierReading() {
        Reading early = new Reading(10, OptionalDouble.of(1), 5, 2, 1, 0.5, 0.25, Optional.empty());
        Reading late = new Reading(10.1, OptionalDouble.of(1.5), 5.0625, 2.25, 1.125, 0.75, 0.375, Optional.empty());

        Reading span = late.since(early);

        assertThat(span.seconds()).isCloseTo(0.1, within(EXACT));
        assertThat(span.waiting()).hasValue(0.5);
        assertThat(span.processCpu()).isEqualTo(0.0625);
        assertThat(span.compiling()).isEqualTo(0.25);
        assertThat(span.collecting()).isEqualTo(0.125);
        assertThat(span.stolen()).isEqualTo(0.25);
        assertThat(span.throttled()).isEqualTo(0.125);
        assertThat(elsewhere(1, 1).since(early).waiting()).isEmpty();
    }
}
