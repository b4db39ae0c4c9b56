// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** Converts the counts of an iteration to JMH's results, which JMH adds, averages or merges over iterations and forks. */
final class AsyncResults {

    private static final String PREFIX = "async.";
    private static final String UNITS = "units";

    private AsyncResults() {}

    static List<Result<?>> of(AsyncCounts counts) {
        List<Result<?>> results = new ArrayList<>();
        results.add(scalar("throughput", counts.completed() / counts.seconds(), "units/s", AggregationPolicy.AVG));
        results.add(units("completed", counts.completed(), AggregationPolicy.SUM));
        results.add(units("failed", counts.failed(), AggregationPolicy.SUM));
        results.add(units("late", counts.late(), AggregationPolicy.SUM));
        results.add(units("unfinished", counts.unfinished(), AggregationPolicy.SUM));
        results.add(units("completedTwice", counts.twice(), AggregationPolicy.SUM));
        results.add(units("mostInFlight", counts.mostInFlight(), AggregationPolicy.MAX));
        addTimes(results, "latency", counts.latency());
        addTimes(results, "gap", counts.gaps());
        return results;
    }

    private static Result<?> units(String name, long number, AggregationPolicy policy) {
        return scalar(name, (double) number, UNITS, policy);
    }

    private static Result<?> scalar(String name, double value, String unit, AggregationPolicy policy) {
        return new ScalarResult(PREFIX + name, value, unit, policy);
    }

    private static void addTimes(List<Result<?>> results, String name, Histogram times) {
        if (times.total() > 0) {
            results.add(TimesResult.of(PREFIX + name, times));
        }
    }
}
