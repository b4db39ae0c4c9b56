// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** The sums over the workers of one iteration, added as each worker ends. */
final class Tally {

    static final double LEAST_HITS = 0.99;

    private static final double NANOS_OF_A_SECOND = 1e9;

    private int ended;
    private long operations;
    private long hits;
    private long writes;
    private long mostWrites;
    private long failed;
    private long longest;
    private Optional<String> failure = Optional.empty();

    /** Adds a worker, and returns the number of added workers. */
    synchronized int add(Turns worker, long nanos) {
        operations += worker.operations;
        hits += worker.hits;
        writes += worker.writes;
        mostWrites = Math.max(mostWrites, worker.writes);
        failed += worker.failed;
        failure = failure.or(() -> worker.failure);
        longest = Math.max(longest, nanos);
        return ++ended;
    }

    synchronized SafeWrites safeWrites(int copies, OptionalLong forces) {
        return new SafeWrites(ended, mostWrites, writes, longest, copies, forces);
    }

    /**
     * Fails if an operation failed, or too many did not find their key.
     *
     * @throws IllegalStateException with the counts
     */
    synchronized void check() {
        if (failed > 0) {
            throw new IllegalStateException(failed + " of " + (operations + failed)
                    + " operations failed, the first with " + failure.orElse("no message"));
        }
        if (ratio() < LEAST_HITS) {
            throw new IllegalStateException("only " + hits + " of " + operations
                    + " operations found their keys; a share of " + LEAST_HITS + " is required");
        }
    }

    private double ratio() {
        return operations == 0 ? 0 : (double) hits / operations;
    }

    synchronized List<Result<?>> results(OptionalLong forces) {
        List<Result<?>> results = new ArrayList<>();
        results.add(new ScalarResult("hitRatio", ratio(), "hits/op", AggregationPolicy.AVG));
        if (forces.isPresent() && writes > 0) {
            results.add(new ScalarResult(
                    "forces", (double) forces.getAsLong() / writes, "forces/write", AggregationPolicy.AVG));
        }
        return results;
    }

    /** Returns the rate of all operations in a given time. */
    synchronized Result<?> rate(String name, long nanos) {
        return new ScalarResult(name, operations * NANOS_OF_A_SECOND / nanos, "ops/s", AggregationPolicy.AVG);
    }

    /**
     * Returns the operations of all workers per second, over the time of the slowest worker. JMH would add up the workers' own rates,
     * although some workers end earlier.
     */
    synchronized Result<?> completed() {
        return rate("completed", longest);
    }
}
