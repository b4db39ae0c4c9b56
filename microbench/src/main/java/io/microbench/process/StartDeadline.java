// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Limits the time that a process may take until it is ready. While it uses the processor, it may take up to ten times the limit.
 *
 * <p>On a machine with a load of 60 a JVM needs minutes to start; one that hangs hardly uses the processor.
 */
public final class StartDeadline {

    /** The most time of a working process, as a multiple of the limit. */
    static final int LONGEST = 10;

    private static final long LONGEST_WINDOW_NANOS = Duration.ofSeconds(10).toNanos();

    /** The least share of a processor of a working process; an idle node of a cluster uses 0.7 %. */
    private static final double WORKING_SHARE = 0.01;

    private final Duration limit;
    private final LongSupplier nanos;
    private final Supplier<Duration> cpu;
    private final long start;
    private long windowStart;
    private Duration windowCpu;
    private boolean working;

    StartDeadline(Duration limit, LongSupplier nanos, Supplier<Duration> cpu) {
        this.limit = limit;
        this.nanos = nanos;
        this.cpu = cpu;
        this.start = nanos.getAsLong();
        this.windowStart = start;
        this.windowCpu = cpu.get();
    }

    /** Returns the deadline of a process, which counts as working while it or a descendant does. */
    public static StartDeadline of(Duration limit, ProcessHandle process) {
        return new StartDeadline(limit, System::nanoTime, () -> Stream.concat(Stream.of(process), process.descendants())
                .flatMap(each -> each.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus));
    }

    /** Returns whether the time is over; called repeatedly. */
    public boolean isOver() {
        long now = nanos.getAsLong();
        long waited = now - start;
        long window = now - windowStart;
        if (window >= Math.min(LONGEST_WINDOW_NANOS, limit.toNanos())) {
            Duration used = cpu.get();
            working = used.minus(windowCpu).toNanos() >= window * WORKING_SHARE;
            windowStart = now;
            windowCpu = used;
        }
        return waited >= limit.toNanos() * LONGEST || (waited >= limit.toNanos() && !working);
    }
}
