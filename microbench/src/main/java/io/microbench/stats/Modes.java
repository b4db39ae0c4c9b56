/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the most frequent values of a sample.
 *
 * <p>{@link #exact} counts equal values, as Benchee does; it suits counts and times from a coarse clock. Measured
 * averages hardly ever repeat; {@link #binned} counts them in the bins of a histogram instead, of the width of Freedman
 * and Diaconis, "On the histogram as a density estimator: L2 theory" (Z. Wahrscheinlichkeitstheorie 57, 1981).
 */
public final class Modes {

    private Modes() {}

    /**
     * A histogram bin that holds more values than any other.
     *
     * @param from the lower edge, included
     * @param to the upper edge; excluded, except that a value of the whole sample may lie on it where the bin has no
     *     width
     * @param count the number of values in it, at least 2
     */
    public record Bin(double from, double to, int count) {}

    /**
     * Returns every value that occurs most often, ascending; none when nothing repeats.
     *
     * @throws IllegalArgumentException if there is no value or one is not finite
     */
    public static double[] exact(double[] values) {
        return largest(Percentiles.of(values), 0).stream()
                .mapToDouble(Bin::from)
                .toArray();
    }

    /**
     * Returns the histogram bins that hold the most values, ascending; none when no bin holds two.
     *
     * <p>Bins are 2 IQR / n^(1/3) wide and start at the smallest value. Where half of the values or more are equal
     * there is no such width, and exact values are counted.
     *
     * @throws IllegalArgumentException if there is no value or one is not finite
     */
    public static List<Bin> binned(double[] values) {
        Percentiles percentiles = Percentiles.of(values);
        return largest(percentiles, 2 * percentiles.interquartileRange() / Math.cbrt(values.length));
    }

    /** Walks the sorted values once, so a far outlier costs nothing however many empty bins lie before it. */
    private static List<Bin> largest(Percentiles values, double width) {
        List<Bin> modes = new ArrayList<>();
        int most = 2;
        for (int start = 0, end; start < values.count(); start = end) {
            double from = lowerEdge(values, start, width);
            end = start + 1;
            while (end < values.count() && lowerEdge(values, end, width) == from) {
                end++;
            }
            int count = end - start;
            if (count > most) {
                modes.clear();
                most = count;
            }
            if (count == most) {
                modes.add(new Bin(from, from + width, count));
            }
        }
        return List.copyOf(modes);
    }

    private static double lowerEdge(Percentiles values, int index, double width) {
        double value = values.sorted(index);
        return width > 0 ? values.min() + Math.floor((value - values.min()) / width) * width : value;
    }
}
