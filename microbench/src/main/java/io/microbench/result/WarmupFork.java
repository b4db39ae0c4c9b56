// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.time.Duration;
import java.time.Instant;

/**
 * Records the fork that warmed up a fixture before its first fork that counts. What it measured is kept nowhere.
 *
 * @param threads worker threads
 * @param seconds the planned time of its iterations together; 0 in single-shot mode, where they have no length
 * @param start when it was started, UTC
 * @param end when it had ended, UTC
 */
public record WarmupFork(int threads, double seconds, Instant start, Instant end) {

    private static final double NANOS = 1e9;

    public WarmupFork {
        RecordNumbers.from(1, threads, "threads");
        RecordNumbers.amount(seconds, "seconds");
    }

    /** Returns how long its iterations were to take together. */
    public Duration planned() {
        return Duration.ofNanos(Math.round(seconds * NANOS));
    }
}
