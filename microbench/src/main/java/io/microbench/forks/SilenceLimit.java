// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Computes until when a fork may stay silent.
 *
 * <p>A fork speaks when an iteration begins and when it ends. Between those it may take the iteration's time and the
 * benchmark's time-out; elsewhere the time-out alone, at its start and end at least {@link #MIN_EDGE}. JMH interrupts
 * the workers when the time-out is over, which a loop that never blocks does not notice; the grace lets a benchmark
 * that does notice fail by itself.
 */
final class SilenceLimit {

    /** How long a fork may take to start, and to end after its last iteration, however short the time-out is. */
    private static final Duration MIN_EDGE = Duration.ofSeconds(20);

    private static final Duration DYING = Duration.ofSeconds(2);
    private static final Duration MAX_GRACE = Duration.ofSeconds(5);
    private static final Duration MIN_GRACE = Duration.ofSeconds(1);

    private final LongSupplier nanoClock;
    private final Duration timeout;
    private long deadline;
    private Duration allowed = Duration.ZERO;
    private volatile Runnable sooner = () -> {};
    private boolean printed;

    SilenceLimit(LongSupplier nanoClock, Duration timeout) {
        this.nanoClock = nanoClock;
        this.timeout = timeout;
        starting();
    }

    /**
     * Calls somebody who waits for the end of the time left, when that comes sooner than it seemed, and when a fork is
     * about to start; with the lock of this held.
     */
    void whenSooner(Runnable call) {
        sooner = call;
    }

    /** The fork is being started: a busy machine may take seconds for it, and that is not the benchmark's time-out. */
    synchronized void starting() {
        edge();
        sooner.run();
    }

    /** An iteration of the given length begins. */
    synchronized void busyFor(Duration iteration) {
        allowed = iteration.plus(timeout);
        printed = false;
        endAt(nanoClock.getAsLong() + allowed.plus(grace()).toNanos());
    }

    private void endAt(long nanos) {
        boolean earlier = nanos - deadline < 0;
        deadline = nanos;
        if (earlier) {
            sooner.run();
        }
    }

    /** The fork does something other than an iteration. */
    synchronized void idle() {
        busyFor(Duration.ZERO);
    }

    /** The last iteration is over; JMH waits a while for threads that the benchmark left behind. */
    synchronized void ending() {
        edge();
    }

    /** A thread of the fork died without JMH noticing; what JMH does not bring about soon, it never will. */
    synchronized void dying() {
        endAt(nanoClock.getAsLong() + Math.min(left().toNanos(), DYING.toNanos()));
    }

    /** The fork printed something: a sign of life, but no reason to wait for longer. */
    synchronized void printed() {
        printed = true;
    }

    /** Returns what a fork did not do while it was allowed to, as the beginning of a sentence. */
    synchronized String complaint() {
        return printed ? "It went on printing, but no iteration ended for more than " : "Silent for more than ";
    }

    private void edge() {
        busyFor(timeout.compareTo(MIN_EDGE) < 0 ? MIN_EDGE.minus(timeout) : Duration.ZERO);
    }

    /** Returns the time left, negative when the fork has been silent for too long. */
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
