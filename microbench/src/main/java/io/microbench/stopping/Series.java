// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Point;
import java.util.Arrays;
import java.util.List;

/** The points of one fork so far. Runs inside the fork, so it only uses arrays and no library. */
final class Series {

    /** Tolerance for sums of tenths of seconds, which are not exact. */
    static final double ROUNDING = 1e-6;

    /** Median of the absolute difference of two standard normal values: 0.6745 times the root of 2. */
    private static final double NORMAL_DIFFERENCE = 0.9539;

    /** The value returned instead of an index if the fork is not steady yet. */
    static final int NONE = -1;

    /** Each compared window is longer than the previous one by this factor, because short late windows would only show noise. */
    private static final double STEP = 1.3;
    /** The time before this, in seconds, is always warm-up: class loading and the interpreter. */
    private static final double ALWAYS_WARM_UP = 0.5;

    /** Halves that differ by less are on one level, as in the definition of a steady state by Traini et al. (2023). */
    static final double ONE_LEVEL = 0.05;

    /** The distance of levels that makes a fork unsteady. Smaller distances among 60 levels are common in steady forks. */
    private static final double LEVELS_APART = 0.15;

    /** The same distance in standard errors of a level. From noise alone, it occurs in one of thousands of forks. */
    private static final double ERRORS_APART = 8;

    private static final int BLOCKS = 60;
    /** Minimum number of points of a median: with fewer points, a single slow point shifts the median. */
    private static final int FEWEST_POINTS = 3;
    /** The error of a median is the error of a mean times the square root of pi / 2. */
    private static final double ERROR_OF_MEDIAN = Math.sqrt(Math.PI / 2);

    private double[] values = new double[512];
    private double[] ends = new double[512];
    private double[] compiled = new double[512];
    private int count;

    static Series of(List<Point> points) {
        Series series = new Series();
        points.forEach(series::add);
        return series;
    }

    void add(Point point) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
            compiled = Arrays.copyOf(compiled, 2 * count);
        }
        values[count] = point.value();
        ends[count] = seconds() + point.seconds();
        compiled[count] = (count == 0 ? 0 : compiled[count - 1]) + point.compiling();
        count++;
    }

    int count() {
        return count;
    }

    double seconds() {
        return count == 0 ? 0 : ends[count - 1];
    }

    double value(int index) {
        return values[index];
    }

    double end(int index) {
        return ends[index];
    }

    /** Returns the seconds of JIT compilation after the point with the given index. */
    double compiling(int index) {
        return compiled[count - 1] - compiled[index];
    }

    /** Returns the index of the first point that ended later than the given time; {@link #count()} if none did. */
    int after(double seconds) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] > seconds + ROUNDING) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    int half() {
        return Math.min(after(seconds() / 2), count - 1);
    }

    double median(int from, int to) {
        return median(Arrays.copyOfRange(values, from, to));
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Returns the logarithms of the medians of this many blocks of points, with lengths as equal as possible. */
    double[] logMedians(int from, int to, int blocks) {
        double[] medians = new double[blocks];
        for (int b = 0; b < blocks; b++) {
            int start = from + (int) ((long) (to - from) * b / blocks);
            int end = from + (int) ((long) (to - from) * (b + 1) / blocks);
            medians[b] = Math.log(median(start, end));
        }
        return medians;
    }

    /**
     * Returns the relative deviation of single points, from the given index to the end; 0 for a single point. It is
     * computed from differences of neighbours, so steps and drifts do not affect it.
     */
    double noise(int from) {
        double[] steps = new double[Math.max(1, count - 1 - from)];
        for (int i = from; i < count - 1; i++) {
            steps[i - from] = Math.abs(Math.log(values[i + 1] / values[i]));
        }
        Arrays.sort(steps);
        return steps[steps.length / 2] / NORMAL_DIFFERENCE;
    }

    /**
     * Returns whether a sample that begins at an index moves between levels whose distance is more than 15 %, and more than noise
     * explains. A level is the median of a block of points, so single slow iterations do not affect it. There are 60 blocks, or
     * fewer and longer blocks.
     */
    boolean wanders(int from) {
        int points = count - from;
        int blocks = Math.max(Math.min(2, points), Math.min(BLOCKS, points / FEWEST_POINTS));
        double lowest = Double.POSITIVE_INFINITY;
        double highest = Double.NEGATIVE_INFINITY;
        for (double level : logMedians(from, count, blocks)) {
            lowest = Math.min(lowest, level);
            highest = Math.max(highest, level);
        }
        double error = ERROR_OF_MEDIAN * noise(from) / Math.sqrt((double) points / blocks);
        return highest - lowest > Math.max(LEVELS_APART, ERRORS_APART * error);
    }

    static double difference(double value, double reference) {
        return Math.abs(value / reference - 1);
    }

    /**
     * Returns the first index of the second half of the time if the medians of the third and fourth quarter differ by
     * at most the given share; otherwise {@link #NONE}.
     */
    int agreeingHalf(double share) {
        int half = half();
        int quarter = after(seconds() * 3 / 4);
        if (quarter <= half || quarter >= count) {
            return NONE;
        }
        double third = median(half, quarter);
        double fourth = median(quarter, count);
        return difference(third, fourth) <= share ? half : NONE;
    }

    /**
     * Returns the time, in seconds, from which the series stays at the level of its second half. Windows are checked
     * backwards from the middle of the series until the median of one differs by more than the given share. The result
     * is the middle of the window checked before that one: its median is on the level, so the change came before its
     * middle.
     */
    double steadyFrom(double share) {
        int half = half();
        double level = median(half, count);
        double end = half == 0 ? 0 : ends[half - 1];
        while (end > ALWAYS_WARM_UP) {
            double start = end / STEP;
            int from = after(start);
            int to = after(end);
            if (from < to && difference(median(from, to), level) > share) {
                return Math.min(end * (1 + STEP) / 2, seconds() / 2);
            }
            end = start;
        }
        return end;
    }

    /**
     * Returns whether the series has been at the level of its second half for at least {@code age} times as long as it
     * took to get there.
     *
     * @param share the share by which windows of one level may differ
     * @param age required duration of the level, as a multiple of the time before it
     */
    boolean isOld(double share, double age) {
        double begun = steadyFrom(share);
        return seconds() - begun >= age * begun;
    }
}
