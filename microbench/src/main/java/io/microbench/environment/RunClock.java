// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/**
 * A clock for the length of a run: it shows the time of day as it was when the clock was made, plus what has passed since then.
 *
 * <p>Somebody may set the clock of the machine meanwhile; the time between two instants of this one stays what it was.
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
