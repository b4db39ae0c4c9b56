// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.stats.Interval;
import io.microbench.stats.ScalabilityFit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The throughput of one benchmark, snippet or backend by its number of workers.
 *
 * @param name the name that distinguishes it from other curves of a report, such as {@code put:map=striped}
 * @param rungs the rungs by ascending number of workers, each number once; at least two
 */
public record Curve(String name, List<Rung> rungs) {

    public Curve {
        rungs = rungs.stream().sorted(Comparator.comparingInt(Rung::workers)).toList();
        if (rungs.size() < 2) {
            throw new IllegalArgumentException(
                    "The curve " + name + " has " + rungs.size() + " rungs: expected at least 2");
        }
    }

    public Curve named(String other) {
        return new Curve(other, rungs);
    }

    /** Returns the rung with the highest rate, or the one with the fewest workers if several have it. */
    public Rung best() {
        return best(rungs);
    }

    /** Returns the rung with the fewest workers whose rate is within noise of the best: more workers bring no clear gain. */
    public Rung knee() {
        return knee(rungs);
    }

    /** Returns the fit of the Universal Scalability Law: contention, coherence and predicted peak, or why it failed. */
    public ScalabilityFit fit() {
        return ScalabilityFit.of(
                rungs.stream().mapToDouble(Rung::workers).toArray(),
                rungs.stream().mapToDouble(Rung::rate).toArray());
    }

    static Rung best(List<Rung> rungs) {
        Rung best = rungs.get(0);
        for (Rung rung : rungs) {
            best = rung.rate() > best.rate() ? rung : best;
        }
        return best;
    }

    static Rung knee(List<Rung> rungs) {
        Rung best = best(rungs);
        return rungs.stream()
                .filter(rung -> rung.isWithinNoiseOf(best))
                .min(Comparator.comparingInt(Rung::workers))
                .orElse(best);
    }

    /**
     * The results for one number of workers.
     *
     * @param workers the number of threads that ran the benchmark at the same time, at least 1
     * @param rate total operations per second of all workers
     * @param interval the interval of the rate over forks; empty with one fork, as iterations cannot replace forks
     * @param latency nanoseconds of a single operation by percentile in 0..100, ascending; empty if single operations
     *     were not timed
     */
    public record Rung(int workers, double rate, Optional<Interval> interval, SortedMap<Double, Double> latency) {

        /**
         * The assumed relative half-width for a rate without an interval: two such rates differ if they are more than 5
         * % apart, which is more than most single forks of one benchmark.
         */
        public static final double MARGIN = 0.025;

        /**
         * The minimum number of forks for a useful interval: with two forks that differ by 3 %, its half-width is 19 %.
         */
        private static final int LEAST_FORKS = 3;

        public Rung {
            if (workers < 1) {
                throw new IllegalArgumentException("workers = " + workers + ": expected at least 1");
            }
            if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "rate = " + rate + " with " + workers + " workers: expected 0 or more");
            }
            latency = new TreeMap<>(latency);
        }

        /**
         * Returns this rung for a squeeze: if its interval is from fewer than three forks, and thus too wide to show
         * most gains, {@link #MARGIN} replaces it.
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
}
