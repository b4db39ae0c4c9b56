// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Schedules units at a fixed rate for all threads. An overdue unit starts at once and is timed from when it was due, so delays do
 * not change the number of units (Tene, "How NOT to measure latency": coordinated omission).
 */
public final class Pace {

    private static final double NANOS = 1e9;

    /** Maximum wake-up delay of a parked thread. */
    private static final long WAKE_NANOS = 100_000;

    private final LongSupplier clock;
    private final AtomicLong next = new AtomicLong();
    private volatile double period;
    private volatile long first;

    public Pace(LongSupplier nanoClock) {
        this.clock = nanoClock;
    }

    boolean isSet() {
        return period > 0;
    }

    /**
     * Sets the rate, and makes the next unit due now.
     *
     * @param perSecond units per second, above 0 and at most 1e9; 0 for no rate
     */
    public void set(double perSecond) {
        if (!(perSecond >= 0) || perSecond > NANOS) {
            throw new IllegalArgumentException(
                    "rate(" + perSecond + "): expected units per second above 0 and up to 1e9, or 0 for no rate.");
        }
        period = perSecond == 0 ? 0 : NANOS / perSecond;
        restart();
    }

    void restart() {
        first = clock.getAsLong();
        next.set(0);
    }

    /** Waits until the next unit is due, and returns the time at which it was due. */
    public long await() {
        long due = first + (long) (next.getAndIncrement() * period);
        for (long left = due - clock.getAsLong(); left > 0; left = due - clock.getAsLong()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("Interrupted while waiting to begin a unit");
            }
            if (left > WAKE_NANOS) {
                LockSupport.parkNanos(this, left - WAKE_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
        return due;
    }
}
