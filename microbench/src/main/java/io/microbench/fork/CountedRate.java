/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.fork;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.runner.IterationType;

/**
 * Compares the time in which the operations of an iteration would be done at JMH's score with the time that was planned for it.
 *
 * <p>JMH adds the rates of threads, each over the time from its own first operation to its last. Where threads wait for a processor
 * until the iteration is nearly over, that is a short time, in which the others had none: the sum is a rate at which nothing was
 * ever done.
 */
public final class ScoredTime {

    /** The fact that holds the share of the planned time, the median of the measured iterations so far, such as 0.09. */
    public static final String SHARE = "jmh.scored.share";

    private static final double NANOS = 1e9;

    private final int processors;
    private final List<Double> shares = new ArrayList<>();

    /**
     * Begins with a fork.
     *
     * @param processors those that the JVM may use, at least 1
     */
    ScoredTime(int processors) {
        this.processors = processors;
    }

    /** Takes an iteration; of a fork whose threads have a processor each nothing is recorded. */
    void add(BenchmarkParams benchmark, IterationParams params, IterationResult result) {
        if (benchmark.getThreads() <= processors
                || params.getType() != IterationType.MEASUREMENT
                || result.getRawPrimaryResults().isEmpty()) {
            return;
        }
        IterationResultMetaData counted = result.getMetadata();
        OptionalDouble seconds = counted == null
                ? OptionalDouble.empty()
                : seconds(
                        benchmark.getMode(),
                        benchmark.getTimeUnit(),
                        benchmark.getThreads(),
                        counted.getMeasuredOps(),
                        result.getPrimaryResult().getScore());
        double planned = params.getTime().convertTo(TimeUnit.NANOSECONDS) / NANOS;
        if (seconds.isPresent() && planned > 0) {
            shares.add(seconds.getAsDouble() / planned);
            ForkFacts.put(SHARE, String.format(Locale.ROOT, "%.2f", median()));
        }
    }

    private double median() {
        Collections.sort(shares);
        int middle = shares.size() / 2;
        return shares.size() % 2 == 1 ? shares.get(middle) : (shares.get(middle - 1) + shares.get(middle)) / 2;
    }

    /** Returns the seconds in which all threads together do so many operations at a score; empty for modes without a rate. */
    static OptionalDouble seconds(Mode mode, TimeUnit unit, int threads, long operations, double score) {
        double unitSeconds = unit.toNanos(1) / NANOS;
        double seconds = Double.NaN;
        if (mode == Mode.Throughput) {
            seconds = operations / score * unitSeconds;
        } else if (mode == Mode.AverageTime) {
            seconds = operations * score * unitSeconds / threads;
        }
        return seconds > 0 && Double.isFinite(seconds) ? OptionalDouble.of(seconds) : OptionalDouble.empty();
    }
}
