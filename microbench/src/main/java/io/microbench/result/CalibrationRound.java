// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.time.Instant;

/**
 * Records the measurements of one round of the calibration.
 *
 * @param time when it began, UTC
 * @param cpuSeconds the time of the fixed processor work, in seconds; the least of several repetitions
 * @param memorySeconds the time of the fixed memory traffic, in seconds; the least of several repetitions
 */
public record CalibrationRound(Instant time, double cpuSeconds, double memorySeconds) {

    public CalibrationRound {
        RecordNumbers.amount(cpuSeconds, "cpuSeconds");
        RecordNumbers.amount(memorySeconds, "memorySeconds");
    }
}
