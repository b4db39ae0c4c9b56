// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Computes how long a fork may stay silent.
 *
 * <p>A fork reports when an iteration begins and when it ends. Between these reports it may take the iteration's time
 * plus the benchmark's time-out. At other times it may take only the time-out, but at least {@link #MIN_EDGE} at its
 * start and end. JMH interrupts the workers after the time-out, but a loop that never blocks ignores that. An
 * additional grace period lets a benchmark that handles the interrupt fail first.
 */
final class SilenceLimit {

    /** Minimum time that a fork has to start, and to end after its last iteration. */
    private static final Duration MIN_EDGE = Duration.ofSeconds(20);

    private static final Duration DYING = Duration.ofSeconds(2);
    private static final Duration MAX_GRACE = Duration.ofSeconds(5);
    private static final Duration MIN_GRACE = Duration.ofSeconds(1);

    private final LongSupplier nanoClock;
    private final Duration timeout;
    private long deadline;
    private Duration allowed = Duration.ZERO;
    private volatile Runnable sooner = () -> {};

    SilenceLimit(LongSupplier nanoClock, Duration timeout) {
        this.nanoClock = nanoClock;
        this.timeout = timeout;
        starting();
    }

    /**
     * Sets a callback that is called, with the lock of this object held, when the time left becomes shorter and when a
     * fork is about to start.
     */
    void whenSooner(Runnable call) {
        sooner = call;
    }

    /**
     * Records that the fork is being started: a busy machine may take seconds, regardless of the benchmark's time-out.
     */
    synchronized void starting() {
        edge();
        sooner.run();
    }

    /** Records that an iteration of the given length begins. */
    synchronized void busyFor(Duration iteration) {
        allowed = iteration.plus(timeout);
        endAt(nanoClock.getAsLong() + allowed.plus(grace()).toNanos());
    }

    private void endAt(long nanos) {
        boolean earlier = nanos - deadline < 0;
        deadline = nanos;
        if (earlier) {
            sooner.run();
        }
    }

    /** Records that the fork does something other than an iteration. */
    synchronized void idle() {
        busyFor(Duration.ZERO);
    }

    /** Records that the last iteration is over; JMH waits a while for threads that the benchmark left running. */
    synchronized void ending() {
        edge();
    }

    /** Records that a thread of the fork died without JMH noticing, so that the fork gets only a short time to end. */
    synchronized void dying() {
        endAt(nanoClock.getAsLong() + Math.min(left().toNanos(), DYING.toNanos()));
    }

    private void edge() {
        busyFor(timeout.compareTo(MIN_EDGE) < 0 ? MIN_EDGE.minus(timeout) : Duration.ZERO);
    }

    /** Returns the time left, negative if the fork has been silent for too long. */
    synchronized Duration left() {
        return Duration.ofNanos(deadline - nanoClock.getAsLong());
    }

    /** Returns how long the fork was allowed to stay silent. */
    synchronized Duration allowed() {
        return allowed;
    }

    private Duration grace() {
        Duration grace = timeout.compareTo(MAX_GRACE) > 0 ? MAX_GRACE : timeout;
        return grace.compareTo(MIN_GRACE) < 0 ? MIN_GRACE : grace;
    }
}
