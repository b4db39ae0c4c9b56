// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;

/** Results from sources other than JMH for the iteration that has just ended; {@link ForkMeter} reports them. */
public final class ExtraResults {

    private static final List<Result<?>> FOUND = new ArrayList<>();

    private static volatile boolean taken;
    private static volatile @Nullable Counter counter;

    private ExtraResults() {}

    /** Counts from the beginning of each iteration to its end. */
    public interface Counter {

        void begin();

        /** Ends the iteration, and returns its results; a primary one is used as the score, in the mode and unit of the benchmark. */
        List<Result<?>> end(BenchmarkParams benchmark);
    }

    /** Adds the results of a counter to the current iteration and the following ones. */
    public static void count(Counter added) {
        added.begin();
        counter = added;
    }

    public static void countNoMore() {
        counter = null;
    }

    /** Returns whether this JVM is a fork whose iterations are watched. */
    public static boolean areTaken() {
        return taken;
    }

    static void begin() {
        taken = true;
        Counter counting = counter;
        if (counting != null) {
            counting.begin();
        }
    }

    /** Adds results to the iteration whose tear-down calls this. */
    public static void add(List<Result<?>> results) {
        synchronized (FOUND) {
            FOUND.addAll(results);
        }
    }

    /** Returns the results added since the last call, and those counted in the iteration that ends. */
    static List<Result<?>> take(BenchmarkParams benchmark) {
        Counter counting = counter;
        if (counting != null) {
            add(counting.end(benchmark));
        }
        synchronized (FOUND) {
            List<Result<?>> taken = List.copyOf(FOUND);
            FOUND.clear();
            return taken;
        }
    }
}
