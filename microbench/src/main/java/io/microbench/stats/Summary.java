/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import java.util.OptionalDouble;

/**
 * The numbers a table shows of one sample.
 *
 * @param count number of values, 1 or more
 * @param mean arithmetic mean, in the unit of the values
 * @param standardDeviation divisor n - 1; empty for a single value
 * @param deviationPercent the deviation in per cent of the mean, see {@link Descriptive#deviationPercent}
 * @param min the smallest value
 * @param median the middle value
 * @param max the largest value
 * @param percentiles for any other percentile, of type 6
 * @param fences beyond which a value is an outlier; outliers are part of every other number here
 */
public record Summary(
        int count,
        double mean,
        OptionalDouble standardDeviation,
        OptionalDouble deviationPercent,
        double min,
        double median,
        double max,
        Percentiles percentiles,
        Fences fences) {

    /**
     * Describes a sample; the mode, which few tables show, is in {@link Modes}.
     *
     * @throws IllegalArgumentException if there is no value or one is not finite
     */
    public static Summary of(double[] values) {
        Percentiles percentiles = Percentiles.of(values);
        Moments moments = Moments.of(values);
        return new Summary(
                values.length,
                moments.mean(),
                Descriptive.standardDeviation(moments),
                Descriptive.deviationPercent(moments),
                percentiles.min(),
                percentiles.at(50),
                percentiles.max(),
                percentiles,
                Fences.of(percentiles));
    }
}
