// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import org.apache.commons.math3.stat.descriptive.moment.Mean;
import org.apache.commons.math3.stat.descriptive.moment.Variance;

/**
 * Count, mean and variance (divisor n - 1) of a sample; the variance of a single value is NaN.
 *
 * <p>For equal values, the mean is exactly this value and the variance exactly 0. Summation would leave rounding errors
 * in both, and the t statistic of two rounding errors is arbitrary.
 */
record Moments(int count, double mean, double variance) {

    static Moments of(double[] values) {
        double first = values[0];
        boolean constant = true;
        for (double value : values) {
            constant &= value == first;
        }
        if (constant) {
            return new Moments(values.length, first, values.length > 1 ? 0 : Double.NaN);
        }
        double mean = new Mean().evaluate(values);
        return new Moments(values.length, mean, new Variance().evaluate(values, mean));
    }

    boolean hasVariance() {
        return count > 1;
    }

    double standardDeviation() {
        return Math.sqrt(variance);
    }

    /** Returns the square of the standard error of the mean. */
    double squaredError() {
        return variance / count;
    }
}
