/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;

/**
 * Percentiles by interpolation on the rank p (n + 1), clamped to the smallest and largest value.
 *
 * <p>This is type 6 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (The American Statistician 50,
 * 1996), the method of the NIST/SEMATECH e-Handbook, section 7.2.6.2, of R's {@code quantile(type = 6)} and of Benchee.
 * The 50th percentile is the median. Sorts once; any number of percentiles may be asked for afterwards, any of them or
 * none among 25, 50, 75, 99.
 */
public final class Percentiles {

    private static final Quantile TYPE_6 = Quantile.withDefaults().with(EstimationMethod.HF6);

    private final double[] sorted;

    private Percentiles(double[] sorted) {
        this.sorted = sorted;
    }

    /**
     * Sorts a copy of the values.
     *
     * @throws IllegalArgumentException if there is no value or one is not finite
     */
    public static Percentiles of(double[] values) {
        double[] sorted = Require.finite(values, "Percentiles").clone();
        Arrays.sort(sorted);
        return new Percentiles(sorted);
    }

    /**
     * Returns the value below which {@code percent} per cent of the distribution are estimated to lie.
     *
     * @param percent from 0 (the smallest value) to 100 (the largest)
     * @throws IllegalArgumentException if {@code percent} is outside that range
     */
    public double at(double percent) {
        if (!(percent >= 0 && percent <= 100)) {
            throw new IllegalArgumentException(
                    "Percentile " + percent + ": accepted is a number from 0 to 100, such as 99.9");
        }
        return TYPE_6.evaluate(sorted.length, i -> sorted[i], percent / 100);
    }

    /** Returns the distance between the 25th and the 75th percentile. */
    public double interquartileRange() {
        return at(75) - at(25);
    }
}
