// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/**
 * A clock for a run: the time of day when the clock was created, plus the time elapsed since then.
 *
 * <p>Changes of the machine's clock do not affect the time between two instants of this one.
 */
public final class RunClock extends Clock {

    private final Clock wall;
    private final LongSupplier nanoClock;
    private final Instant start;
    private final long startNanos;

    RunClock(Clock wall, LongSupplier nanoClock) {
        this.wall = wall;
        this.nanoClock = nanoClock;
        this.start = wall.instant();
        this.startNanos = nanoClock.getAsLong();
    }

    /** Starts a clock that shows UTC. */
    public static RunClock start() {
        return new RunClock(Clock.systemUTC(), System::nanoTime);
    }

    @Override
    public ZoneId getZone() {
        return wall.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return zone.equals(getZone()) ? this : new RunClock(wall.withZone(zone), nanoClock);
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanoClock.getAsLong() - startNanos);
    }
}
