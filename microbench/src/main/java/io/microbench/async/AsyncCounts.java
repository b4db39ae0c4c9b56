// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

/**
 * Counts and times of units in one iteration.
 *
 * @param seconds from the iteration's beginning to its end, without the time for stragglers
 * @param completed units completed within that time
 * @param failed units that failed, at any time before the deadline for stragglers
 * @param late units completed after the end of the iteration, and units of earlier iterations completed since the previous one
 * @param unfinished units begun, but not completed before the deadline
 * @param twice completions of units that were already complete
 * @param mostInFlight the largest observed number of units in flight
 * @param latency from the start to the completion of each unit that was begun, in nanoseconds; without failed ones
 * @param gaps between completions by any thread, in nanoseconds
 */
record AsyncCounts(
        double seconds,
        long completed,
        long failed,
        long late,
        long unfinished,
        long twice,
        long mostInFlight,
        Histogram latency,
        Histogram gaps) {}
