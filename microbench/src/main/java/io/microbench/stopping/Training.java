// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Point;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Training data: results of full forks of a case that determine the length and number of shorter forks.
 *
 * <p>It only contains times and ratios, never values, because a later run must not end because it looks like an earlier one.
 *
 * <p>The windows of a grid of times are tried in the order of their ends; of those with the same end, the longest first. The result is
 * the first window whose median is within 2 % of the full value in at least three of five forks, and in their geometric mean. The first
 * fork of each run checks whether it is still sufficient.
 *
 * @param from seconds from the first iteration of a fork to the beginning of the sufficient window; at least 0
 * @param to seconds from the first iteration of a fork to the end of that window; above {@code from}
 * @param spread relative standard deviation between forks, a share; at least 0
 * @param forks number of full forks; at least 2
 * @param slowStart how much slower forks are before the window: the mean logarithm of their iterations over the full value, as the median
 *     of the forks; empty in training data of earlier versions
 */
public record Training(double from, double to, double spread, int forks, OptionalDouble slowStart) {

    private static final String NAME = "training";

    /** Tolerance for equal values, below the 3 % at which values count as different. */
    private static final double SAME = 0.02;
    /** A window has to be sufficient in this share of the forks: the level of a single fork may change after any window. */
    private static final double IN_FORKS = 0.6;

    /** The coarsest precision for which training data is used; for coarser ones the standard rule is close enough to full forks. */
    private static final double COARSEST_PRECISION = 0.05;

    private static final int FEWEST = 2;
    private static final int MOST = 5;

    public Training {
        RuleSettings.atLeast(NAME, "from", from, 0);
        RuleSettings.above(NAME, "to", to, from);
        RuleSettings.atLeast(NAME, "spread", spread, 0);
        RuleSettings.atLeast(NAME, "forks", forks, FEWEST);
        slowStart.ifPresent(start -> RuleSettings.finite(NAME, "slowStart", start));
    }

    /**
     * Determines the training data from forks.
     *
     * @param forks full forks of one case, all of the same length
     * @throws IllegalArgumentException if there are fewer than two
     */
    public static Training of(List<WindowMedians> forks) {
        if (forks.size() < FEWEST) {
            throw new IllegalArgumentException(
                    "Training data requires at least " + FEWEST + " full forks, but there are " + forks.size());
        }
        WindowMedians any = forks.get(0);
        double spread = spread(forks.stream().mapToDouble(fork -> fork.full).toArray());
        for (int end = 0; end < WindowMedians.ENDS.length; end++) {
            for (int begin = 0; begin < WindowMedians.BEGINS.length; begin++) {
                if (isSame(forks, begin, end)) {
                    return new Training(
                            any.begins[begin], any.ends[end], spread, forks.size(), slowStart(forks, begin));
                }
            }
        }
        // No window is sufficient, so the second half of a full fork is used.
        return new Training(any.longest / 2, any.longest, spread, forks.size(), OptionalDouble.empty());
    }

    private static OptionalDouble slowStart(List<WindowMedians> forks, int begin) {
        return OptionalDouble.of(Series.median(
                forks.stream().mapToDouble(fork -> fork.slowStart[begin]).toArray()));
    }

    private static boolean isSame(List<WindowMedians> forks, int begin, int end) {
        int within = 0;
        double mean = 0;
        for (WindowMedians fork : forks) {
            double off = fork.off[begin][end];
            within += Math.abs(off) <= SAME ? 1 : 0;
            mean += off / forks.size();
        }
        return within >= Math.ceil(IN_FORKS * forks.size() - Series.ROUNDING) && Math.abs(mean) <= SAME;
    }

    private static double spread(double[] values) {
        double mean = 0;
        for (double value : values) {
            mean += Math.log(value) / values.length;
        }
        double squares = 0;
        for (double value : values) {
            squares += Math.pow(Math.log(value) - mean, 2);
        }
        return Math.sqrt(squares / (values.length - 1));
    }

    /** Returns whether training data is useful for a precision, the half-width of the interval as a share: up to 5 %. */
    public static boolean isFor(double precision) {
        return precision <= COARSEST_PRECISION;
    }

    /**
     * Returns the least number of forks of a case: {@code (1.2 spread / precision)^2}, 2 to 5. A run adds forks if its interval
     * over forks is wider than requested.
     *
     * @param precision requested half-width of the interval, a share above 0
     */
    public int forksFor(double precision) {
        return (int) Math.max(FEWEST, Math.min(MOST, Math.ceil(Math.pow(1.2 * spread / precision, 2))));
    }

    /**
     * Medians of a full fork in each window of a grid of times, relative to the median of its whole measurement.
     *
     * <p>The table is computed once per fork, and then shows which windows are sufficient for any set of forks.
     */
    public static final class WindowMedians {

        /** Ratio of successive times of the grid. */
        private static final double STEP = 1.15;
        /** The earliest end of a window, as a fraction of a full fork. */
        private static final double EARLIEST = 0.03;

        /** The minimum length of a window, as a fraction of a full fork. */
        private static final double SHORTEST = 0.02;

        private static final double FIRST_BEGIN = 0.004;

        private static final double[] BEGINS = grid(FIRST_BEGIN, 0.5);
        private static final double[] ENDS = grid(EARLIEST, 1);

        private final double longest;
        private final double full;
        private final double[] begins;
        private final double[] ends;
        private final double[][] off = new double[BEGINS.length][ENDS.length];
        private final double[] slowStart = new double[BEGINS.length];

        /**
         * Evaluates a full fork.
         *
         * @param fork its points (iterations that were not starved), including warm-up, in order; at least one
         * @param warmup length of its warm-up in seconds; at least 0
         * @param measured length of its measurement in seconds; above 0
         * @throws IllegalArgumentException if the fork has no point
         */
        public WindowMedians(List<Point> fork, double warmup, double measured) {
            if (fork.isEmpty()) {
                throw new IllegalArgumentException("A full fork has no quiet iteration");
            }
            Series series = Series.of(fork);
            longest = warmup + measured;
            begins = Arrays.stream(BEGINS).map(share -> share * longest).toArray();
            ends = Arrays.stream(ENDS).map(share -> share * longest).toArray();
            full = series.median(Math.min(series.after(warmup), series.half()), series.count());
            for (int b = 0; b < BEGINS.length; b++) {
                slowStart[b] = slowStart(series, begins[b], full);
                for (int e = 0; e < ENDS.length; e++) {
                    off[b][e] = ENDS[e] - BEGINS[b] < SHORTEST
                            ? Double.POSITIVE_INFINITY
                            : Math.log(median(series, begins[b], ends[e]) / full);
                }
            }
        }

        private static double[] grid(double first, double last) {
            int count = (int) Math.ceil(Math.log(last / first) / Math.log(STEP));
            double[] grid = new double[count];
            for (int i = 0; i < count; i++) {
                grid[i] = first * Math.pow(STEP, i);
            }
            return grid;
        }

        /** Returns the median of a window of a series, or the value of the nearest point if the window contains no point. */
        static double median(Series series, double begin, double end) {
            int from = Math.min(series.after(begin), series.count() - 1);
            return series.median(from, Math.max(from + 1, Math.min(series.after(end), series.count())));
        }

        /**
         * Returns the mean of log(point / level) over the points up to a time, or for the first point if there are
         * none.
         */
        static double slowStart(Series series, double until, double level) {
            int points = Math.max(1, series.after(until));
            double sum = 0;
            for (int i = 0; i < points; i++) {
                sum += Math.log(series.value(i) / level);
            }
            return sum / points;
        }
    }
}
