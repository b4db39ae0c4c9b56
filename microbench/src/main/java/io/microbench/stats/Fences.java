// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Arrays;

/**
 * Tukey's fences: what lies outside of them is called an outlier.
 *
 * <p>J. W. Tukey, Exploratory Data Analysis (1977), chapter 2: one and a half interquartile ranges below the first and
 * above the third quartile, here with quartiles of type 6 as in Benchee. An outlier is a value to look at, not one to
 * drop: nothing in this project leaves it out unless asked to.
 *
 * @param lower Q1 - 1.5 IQR, in the unit of the values
 * @param upper Q3 + 1.5 IQR
 */
public record Fences(double lower, double upper) {

    private static final double STEP = 1.5;

    /**
     * Computes the fences of a sample.
     *
     * @throws IllegalArgumentException if there is no value or one is not finite
     */
    public static Fences of(double[] values) {
        return of(Percentiles.of(values));
    }

    static Fences of(Percentiles percentiles) {
        double reach = STEP * percentiles.interquartileRange();
        return new Fences(percentiles.at(25) - reach, percentiles.at(75) + reach);
    }

    /** Returns whether {@code value} lies outside; a value on a fence does not. */
    public boolean isOutlier(double value) {
        return value < lower || value > upper;
    }

    /** Returns the outliers among {@code values}, in their order. */
    public double[] outliers(double[] values) {
        return Arrays.stream(values).filter(this::isOutlier).toArray();
    }
}
