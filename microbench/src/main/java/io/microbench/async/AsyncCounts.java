// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

/**
 * What happened in one iteration.
 *
 * @param seconds from the iteration's beginning to its end, without the time for stragglers
 * @param completed units that were completed within that time
 * @param failed units that failed, at any time before the deadline for stragglers
 * @param late units that were completed after the iteration had ended, and units of earlier iterations that were completed since
 *     the one before
 * @param unfinished units that were begun, and not completed before the deadline
 * @param twice completions of units that had been completed before
 * @param mostInFlight the largest number of units that were seen in flight at once
 * @param latency from the start to the completion of each unit that was begun, in nanoseconds; failed ones not among them
 * @param gaps between completions, whoever completed, in nanoseconds
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
