/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.steady;

/** Questions about windows of a series that more than one rule asks. */
final class Windows {

    /** No index: the fork is not steady yet. */
    static final int NONE = -1;

    /** Windows that are compared grow by this factor in time, so that late ones are not split into noise. */
    private static final double STEP = 1.3;
    /** What happens before this time, in seconds, is always warm-up: class loading and the interpreter. */
    private static final double ALWAYS_WARM_UP = 0.5;

    /** Levels further apart than +-5 % are different ones, as in the definition of steadiness of Traini et al. (2023). */
    private static final double LEVELS_APART = 0.10;

    private static final int BLOCKS = 16;
    /** A median of fewer points follows a single slow one. */
    private static final int FEWEST_POINTS = 5;

    private Windows() {}

    /**
     * Returns whether a sample that begins at an index goes between levels more than 10 % apart. A level is the median of one
     * of 16 runs of points, or of fewer and longer ones, in which single slow iterations do not count.
     */
    static boolean wanders(Series series, int from) {
        return spread(series, from, series.count()) > LEVELS_APART;
    }

    private static double spread(Series series, int from, int to) {
        double lowest = Double.POSITIVE_INFINITY;
        double highest = Double.NEGATIVE_INFINITY;
        int points = to - from;
        int blocks = Math.max(Math.min(2, points), Math.min(BLOCKS, points / FEWEST_POINTS));
        for (double level : series.logMedians(from, to, blocks)) {
            lowest = Math.min(lowest, level);
            highest = Math.max(highest, level);
        }
        return highest - lowest;
    }

    /** Returns by what share two values differ. */
    static double difference(double value, double reference) {
        return Math.abs(value / reference - 1);
    }

    /**
     * Returns the first index of the second half of the time if its third and fourth quarter have the same median up to
     * the given share; otherwise {@link #NONE}.
     */
    static int agreeingHalf(Series series, double share) {
        int half = series.half();
        int quarter = series.after(series.seconds() * 3 / 4);
        if (quarter <= half || quarter >= series.count()) {
            return NONE;
        }
        double third = series.median(half, quarter);
        double fourth = series.median(quarter, series.count());
        return difference(third, fourth) <= share ? half : NONE;
    }

    /**
     * Returns the time, in seconds, from which on the series stays at the level of its second half: going back from the
     * middle window by window, the middle of the last one before which there is one whose median is further off than the
     * given share. Its own median is on the level, so the change came before its middle.
     */
    static double steadyFrom(Series series, double share) {
        int half = series.half();
        double level = series.median(half, series.count());
        double end = half == 0 ? 0 : series.end(half - 1);
        while (end > ALWAYS_WARM_UP) {
            double start = end / STEP;
            int from = series.after(start);
            int to = series.after(end);
            if (from < to && difference(series.median(from, to), level) > share) {
                return Math.min(end * (1 + STEP) / 2, series.seconds() / 2);
            }
            end = start;
        }
        return end;
    }
}
