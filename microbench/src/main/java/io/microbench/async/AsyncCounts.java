// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

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
        Histogram gaps) {

    private static final String PREFIX = "async.";

    /** Returns these counts as results, which JMH adds, averages or merges over iterations and forks. */
    List<Result<?>> results() {
        List<Result<?>> results = new ArrayList<>();
        results.add(new ScalarResult(
                PREFIX + "throughput", completed / seconds, "units/s", AggregationPolicy.AVG));
        results.add(units("completed", completed, AggregationPolicy.SUM));
        results.add(units("failed", failed, AggregationPolicy.SUM));
        results.add(units("late", late, AggregationPolicy.SUM));
        results.add(units("unfinished", unfinished, AggregationPolicy.SUM));
        results.add(units("completedTwice", twice, AggregationPolicy.SUM));
        results.add(units("mostInFlight", mostInFlight, AggregationPolicy.MAX));
        addTimes(results, "latency", latency);
        addTimes(results, "gap", gaps);
        return results;
    }

    private static Result<?> units(String name, long number, AggregationPolicy policy) {
        return new ScalarResult(PREFIX + name, (double) number, "units", policy);
    }

    private static void addTimes(List<Result<?>> results, String name, Histogram times) {
        if (times.total() > 0) {
            results.add(TimesResult.of(PREFIX + name, times));
        }
    }
}
