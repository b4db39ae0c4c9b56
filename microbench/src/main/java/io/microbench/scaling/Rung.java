// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.stats.Interval;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was measured with one number of workers.
 *
 * @param workers how many threads ran the benchmark at the same time, at least 1
 * @param rate operations per second of all workers together
 * @param interval for the rate, over forks; empty with one fork, where iterations cannot stand in for it
 * @param latency nanoseconds of a single operation by percentile in 0..100, rising; empty where single operations were not timed
 */
public record Rung(int workers, double rate, Optional<Interval> interval, SortedMap<Double, Double> latency) {

    /**
     * Where a rate has no interval, it is taken to be off by up to this share either way: two such rates are apart if they differ
     * by more than 5 %, which is more than single forks of one benchmark mostly differ by.
     */
    public static final double MARGIN = 0.025;

    /** With fewer forks the interval says next to nothing: with two that differ by 3 % it is 19 % to either side. */
    private static final int LEAST_FORKS = 3;

    public Rung {
        if (workers < 1) {
            throw new IllegalArgumentException("workers = " + workers + ": a rung has at least 1");
        }
        if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rate = " + rate + " with " + workers + " workers: it is 0 or more");
        }
        latency = new TreeMap<>(latency);
    }

    /** Makes a rung of a rate that is known without an interval, and without the times of single operations. */
    public static Rung of(int workers, double rate) {
        return new Rung(workers, rate, Optional.empty(), new TreeMap<>());
    }

    /**
     * Returns this rung as a squeeze judges it: where its interval comes from fewer than three forks, in which the gain of most rungs
     * would be lost, {@link #MARGIN} stands in for it.
     *
     * @param forks from which its rate comes
     */
    public Rung from(int forks) {
        return forks >= LEAST_FORKS ? this : new Rung(workers, rate, Optional.empty(), latency);
    }

    /**
     * Returns whether the difference between the two rates may be noise: their intervals overlap, where {@link #MARGIN} stands in
     * for one that is missing.
     */
    public boolean isWithinNoiseOf(Rung other) {
        return low() <= other.high() && other.low() <= high();
    }

    private double low() {
        return interval.map(Interval::low).orElse(rate * (1 - MARGIN));
    }

    private double high() {
        return interval.map(Interval::high).orElse(rate * (1 + MARGIN));
    }

    /** Returns the operations per second of each worker. */
    public double ratePerWorker() {
        return rate / workers;
    }
}
