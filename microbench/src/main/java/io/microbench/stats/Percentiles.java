// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Arrays;

/**
 * Percentiles by interpolation on the rank p (n + 1), clamped to the smallest and largest value.
 *
 * <p>This is type 6 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (The American Statistician 50,
 * 1996), the method of the NIST/SEMATECH e-Handbook, section 7.2.6.2, of R's {@code quantile(type = 6)} and of Benchee.
 * The 50th percentile is the median. Sorts once; then computes any number
 * of percentiles.
 */
public final class Percentiles {

    private final double[] sorted;

    private Percentiles(double[] sorted) {
        this.sorted = sorted;
    }

    /** Sorts a copy of the values. */
    public static Percentiles of(double[] values) {
        double[] sorted = Require.finite(values, "Percentiles").clone();
        Arrays.sort(sorted);
        return new Percentiles(sorted);
    }

    /**
     * Returns the value below which {@code percent} per cent of the distribution are estimated to lie.
     *
     * @param percent the percentage, from 0 (the smallest value) to 100 (the largest)
     */
    public double at(double percent) {
        double rank = percent / 100 * (sorted.length + 1);
        if (rank < 1 || rank >= sorted.length) {
            return sorted[rank < 1 ? 0 : sorted.length - 1];
        }
        int below = (int) rank;
        return sorted[below - 1] + (rank - below) * (sorted[below] - sorted[below - 1]);
    }

    /**
     * Tukey's fences: a value outside of them is called an outlier.
     *
     * <p>J. W. Tukey, Exploratory Data Analysis (1977), chapter 2: one and a half interquartile ranges below the first and
     * above the third quartile, here with quartiles of type 6 as in Benchee. An outlier is a value to look at, not to
     * drop: nothing in this project omits outliers unless requested.
     *
     * @param lower Q1 - 1.5 IQR, in the unit of the values
     * @param upper Q3 + 1.5 IQR
     */
    public record Fences(double lower, double upper) {

        private static final double STEP = 1.5;

        public static Fences of(double[] values) {
            Percentiles percentiles = Percentiles.of(values);
            double reach = STEP * (percentiles.at(75) - percentiles.at(25));
            return new Fences(percentiles.at(25) - reach, percentiles.at(75) + reach);
        }

        /** Returns the outliers among {@code values}, in their order; a value on a fence is not an outlier. */
        public double[] outliers(double[] values) {
            return Arrays.stream(values)
                    .filter(value -> value < lower || value > upper)
                    .toArray();
        }
    }
}
