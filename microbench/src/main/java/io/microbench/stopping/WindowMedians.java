// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import java.util.List;

/**
 * Medians of one full fork in each window of a grid of times, relative to its whole measurement.
 *
 * <p>Computed once per fork; these tables then show which windows are sufficient for any set of forks.
 */
public final class WindowMedians {

    /** Ratio of one time of the grid to the previous one. */
    private static final double STEP = 1.15;
    /** The earliest end of a window and the least length of one, as shares of a full fork. */
    private static final double EARLIEST = 0.03;

    private static final double SHORTEST = 0.02;
    private static final double FIRST_BEGIN = 0.004;

    private static final double[] BEGINS = grid(FIRST_BEGIN, 0.5);
    private static final double[] ENDS = grid(EARLIEST, 1);

    private final double longest;
    private final double full;
    private final double[][] off = new double[BEGINS.length][ENDS.length];
    private final double[] slowStart = new double[BEGINS.length];

    /**
     * Evaluates a full fork.
     *
     * @param fork its quiet points, warm-up included, in order; at least one
     * @param warmup seconds that count as its warm-up; at least 0
     * @param measured seconds of its measurement; above 0
     * @throws IllegalArgumentException if the fork has no point
     */
    public WindowMedians(List<Point> fork, double warmup, double measured) {
        if (fork.isEmpty()) {
            throw new IllegalArgumentException("A full fork has no quiet iteration");
        }
        Series series = new Series();
        fork.forEach(series::add);
        longest = warmup + measured;
        full = series.median(Math.min(series.after(warmup), series.half()), series.count());
        for (int b = 0; b < BEGINS.length; b++) {
            slowStart[b] = slowStart(series, BEGINS[b] * longest, full);
            for (int e = 0; e < ENDS.length; e++) {
                off[b][e] = isWindow(b, e)
                        ? Math.log(median(series, BEGINS[b] * longest, ENDS[e] * longest) / full)
                        : Double.POSITIVE_INFINITY;
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

    private static boolean isWindow(int begin, int end) {
        return ENDS[end] - BEGINS[begin] >= SHORTEST;
    }

    /** Returns the median of a window of a series; of its nearest point if the window has none. */
    static double median(Series series, double begin, double end) {
        int from = Math.min(series.after(begin), series.count() - 1);
        return series.median(from, Math.max(from + 1, Math.min(series.after(end), series.count())));
    }

    /** Returns the mean logarithm of the points up to a time, at least the first one, over a level. */
    static double slowStart(Series series, double until, double level) {
        int points = Math.max(1, series.after(until));
        double sum = 0;
        for (int i = 0; i < points; i++) {
            sum += Math.log(series.value(i) / level);
        }
        return sum / points;
    }

    double full() {
        return full;
    }

    double longest() {
        return longest;
    }

    double off(int begin, int end) {
        return off[begin][end];
    }

    /** Returns the mean logarithm of the points before a window over the median of the measurement. */
    double slowStart(int begin) {
        return slowStart[begin];
    }

    static int begins() {
        return BEGINS.length;
    }

    static int ends() {
        return ENDS.length;
    }

    /** Returns the beginning of a window, in seconds. */
    double begin(int index) {
        return BEGINS[index] * longest;
    }

    /** Returns the end of a window, in seconds. */
    double end(int index) {
        return ENDS[index] * longest;
    }
}
