// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.result.Calibration.ClockCheck;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Measures granularity and cost of the clock of this JVM. */
final class ClockProbe {

    private static final int ROUNDS = 6;
    private static final int READINGS = 20_000;
    private static final int MOST_READINGS = 100_000_000;
    private static final double COARSE_NANOS = 1000;
    private static final double SLOW_NANOS = 200;

    private ClockProbe() {}

    static ClockCheck measure(LongSupplier clock) {
        double[] latencies = new double[ROUNDS];
        long step = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long first = clock.getAsLong();
            long before = first;
            for (int i = 0; i < READINGS; i++) {
                long now = clock.getAsLong();
                if (now > before) {
                    step = Math.min(step, now - before);
                }
                before = now;
            }
            latencies[round] = (double) (before - first) / READINGS;
        }
        if (step == Long.MAX_VALUE) {
            step = awaitStep(clock);
        }
        return new ClockCheck(step, Arrays.stream(latencies).min().orElse(0));
    }

    /** Returns the length of the next step of the clock, in nanoseconds; {@link Long#MAX_VALUE} if it did not step. */
    private static long awaitStep(LongSupplier clock) {
        long before = clock.getAsLong();
        for (int i = 0; i < MOST_READINGS; i++) {
            long now = clock.getAsLong();
            if (now > before) {
                return now - before;
            }
        }
        return Long.MAX_VALUE;
    }

    static List<String> warnings(ClockCheck clock) {
        if (clock.granularityNanos() <= COARSE_NANOS && clock.latencyNanos() <= SLOW_NANOS) {
            return List.of();
        }
        return List.of(String.format(
                Locale.ROOT,
                "System.nanoTime() steps by %.0f ns and takes %.0f ns to read: the modes sample and ss are useless"
                        + " below %.0f ns. On Linux the fastest clock source is tsc.",
                clock.granularityNanos(),
                clock.latencyNanos(),
                clock.shortestOperationNanos()));
    }
}
