// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Measures how much is left of the time for all forks together; begins to run when it is made. */
public final class Budget {

    /** Longer than anything that is measured. */
    private static final Duration NO_LIMIT = Duration.ofDays(36_500);

    private final Duration whole;
    private final LongSupplier nanoClock;
    private final long start;

    /**
     * Starts the clock.
     *
     * @param whole time for all forks together
     * @param nanoClock a monotonic clock in nanoseconds, such as {@link System#nanoTime}
     */
    public Budget(Duration whole, LongSupplier nanoClock) {
        this.whole = whole;
        this.nanoClock = nanoClock;
        this.start = nanoClock.getAsLong();
    }

    /** Returns a budget that is never spent. */
    public static Budget unlimited() {
        return new Budget(NO_LIMIT, System::nanoTime);
    }

    /** Returns the time that is left; zero or negative once all is spent. */
    public Duration left() {
        return whole.minusNanos(nanoClock.getAsLong() - start);
    }
}
