// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Point;
import java.util.Arrays;

/** The points of one fork so far. As it runs inside the fork, it only uses arrays and no library. */
final class Series {

    /** Tolerance for sums of tenths of seconds, which are not exact. */
    static final double ROUNDING = 1e-6;

    /** Median of the absolute difference of two standard normal values: 0.6745 times the root of 2. */
    private static final double NORMAL_DIFFERENCE = 0.9539;

    private double[] values = new double[512];
    private double[] ends = new double[512];
    private double[] compiled = new double[512];
    private int count;

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

    /** Returns the median of at least one value. */
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
     * Returns the relative deviation of single points from one index on, computed from differences of neighbours, so that steps and
     * drifts do not count; 0 for a single point.
     */
    double noise(int from) {
        double[] steps = new double[Math.max(1, count - 1 - from)];
        for (int i = from; i < count - 1; i++) {
            steps[i - from] = Math.abs(Math.log(values[i + 1] / values[i]));
        }
        Arrays.sort(steps);
        return steps[steps.length / 2] / NORMAL_DIFFERENCE;
    }
}
