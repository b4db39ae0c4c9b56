// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * Creates clocks for a run, which show the time of day when the clock was created, plus the time elapsed since then.
 *
 * <p>Changes to the machine's clock do not affect the time between two instants of this clock.
 */
public final class RunClock {

    private RunClock() {}

    public static Clock start() {
        return start(Instant.now(), System::nanoTime);
    }

    static Clock start(Instant now, LongSupplier nanoClock) {
        long start = nanoClock.getAsLong();
        InstantSource instants = () -> now.plusNanos(nanoClock.getAsLong() - start);
        return instants.withZone(ZoneOffset.UTC);
    }
}
