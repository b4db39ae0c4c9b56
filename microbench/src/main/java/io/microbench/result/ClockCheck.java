// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/**
 * Describes the resolution and the cost of the clock by which JMH measures, {@link System#nanoTime}.
 *
 * <p>A sample of a single call, as JMH takes it in the modes {@code sample} and {@code ss}, holds one reading of the
 * clock and is wrong by up to one step of it. Throughput and average time are read once for a whole iteration; there
 * the clock does not matter.
 *
 * @param granularityNanos the smallest step that two readings differ by, in nanoseconds, above 0
 * @param latencyNanos the time of one reading, in nanoseconds; the least of several rounds
 */
public record ClockCheck(double granularityNanos, double latencyNanos) {

    public ClockCheck {
        RecordNumbers.above0(granularityNanos, "granularityNanos");
        RecordNumbers.amount(latencyNanos, "latencyNanos");
    }

    /** An operation this many times as long as a step is measured to about 10 %. */
    private static final double STEPS = 10;

    /** Returns the nanoseconds that an operation has to take for a single call of it to be measured. */
    public double shortestOperationNanos() {
        return STEPS * Math.max(granularityNanos, latencyNanos);
    }
}
