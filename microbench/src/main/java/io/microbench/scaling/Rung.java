// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.stats.Interval;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The results for one number of workers.
 *
 * @param workers how many threads ran the benchmark at the same time, at least 1
 * @param rate operations per second of all workers together
 * @param interval of the rate, over forks; empty with one fork, as iterations cannot replace forks
 * @param latency nanoseconds of a single operation by percentile in 0..100, ascending; empty if single operations were not
 *     timed
 */
public record Rung(int workers, double rate, Optional<Interval> interval, SortedMap<Double, Double> latency) {

    /**
     * The assumed half-width, as a share, of a rate without an interval: two such rates differ if they are more than 5 % apart,
     * which is more than most single forks of one benchmark.
     */
    public static final double MARGIN = 0.025;

    /** With fewer forks the interval is useless: with two that differ by 3 % it is 19 % to either side. */
    private static final int LEAST_FORKS = 3;

    public Rung {
        if (workers < 1) {
            throw new IllegalArgumentException("workers = " + workers + ": expected at least 1");
        }
        if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rate = " + rate + " with " + workers + " workers: expected 0 or more");
        }
        latency = new TreeMap<>(latency);
    }

    /** Creates a rung of a rate without an interval and without times of single operations. */
    public static Rung of(int workers, double rate) {
        return new Rung(workers, rate, Optional.empty(), new TreeMap<>());
    }

    /**
     * Returns this rung for a squeeze: if its interval is from fewer than three forks, and too wide for the gain of most rungs,
     * {@link #MARGIN} replaces it.
     *
     * @param forks number of forks of its rate
     */
    public Rung from(int forks) {
        return forks >= LEAST_FORKS ? this : new Rung(workers, rate, Optional.empty(), latency);
    }

    /**
     * Returns whether the difference between the two rates may be noise: their intervals overlap, with {@link #MARGIN} for a
     * missing one.
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
