// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

/** Computations on windows of a series, shared by several rules. */
final class Windows {

    /** No index: the fork is not steady yet. */
    static final int NONE = -1;

    /** Windows that are compared grow by this factor in time, so that late ones are not split into noise. */
    private static final double STEP = 1.3;
    /** The time before this, in seconds, is always warm-up: class loading and the interpreter. */
    private static final double ALWAYS_WARM_UP = 0.5;

    /** Halves that differ by less are on one level, as in the definition of steadiness of Traini et al. (2023). */
    static final double ONE_LEVEL = 0.05;

    /** The distance of levels that makes a fork unsteady: smaller ones among 60 levels are common in steady forks. */
    private static final double LEVELS_APART = 0.15;

    /** The same in standard errors of a level: with noise alone, two of 60 levels are further apart in one fork of thousands. */
    private static final double ERRORS_APART = 8;

    private static final int BLOCKS = 60;
    /** A median of fewer points follows a single slow one. */
    private static final int FEWEST_POINTS = 3;
    /** The error of a median is that of a mean times the root of half of pi. */
    private static final double ERROR_OF_MEDIAN = Math.sqrt(Math.PI / 2);

    private Windows() {}

    /**
     * Returns whether a sample that begins at an index moves between levels that are more than 15 % apart, and further than noise
     * explains. A level is the median of one of 60 blocks of points, or of fewer and longer ones, in which single slow iterations
     * do not count.
     */
    static boolean wanders(Series series, int from) {
        int points = series.count() - from;
        int blocks = Math.max(Math.min(2, points), Math.min(BLOCKS, points / FEWEST_POINTS));
        double lowest = Double.POSITIVE_INFINITY;
        double highest = Double.NEGATIVE_INFINITY;
        for (double level : series.logMedians(from, series.count(), blocks)) {
            lowest = Math.min(lowest, level);
            highest = Math.max(highest, level);
        }
        double error = ERROR_OF_MEDIAN * series.noise(from) / Math.sqrt((double) points / blocks);
        return highest - lowest > Math.max(LEVELS_APART, ERRORS_APART * error);
    }

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
     * Returns the time, in seconds, from which on the series stays at the level of its second half. Going back from the
     * middle window by window, this is the middle of the last window before one whose median is off by more than the
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

    /**
     * Returns whether the series has been at the level of its second half for at least {@code age} times as long as it
     * took to get there.
     *
     * @param share by which windows of one level may differ
     * @param age required duration of the level, as a multiple of the time before it
     */
    static boolean isOld(Series series, double share, double age) {
        double begun = steadyFrom(series, share);
        return series.seconds() - begun >= age * begun;
    }
}
