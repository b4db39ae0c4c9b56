// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

/**
 * Names the scale on which fork values are averaged and compared.
 *
 * <p>Times and rates differ by factors, and the result of a comparison is a ratio, so logarithms are the natural scale.
 * The mean of logarithms is the geometric mean, a difference of logarithms is a ratio, and slower by a factor has the
 * same weight as faster by the same factor. Values that may be zero or negative (allocated bytes, a counter) have no
 * logarithm and are not transformed.
 */
enum Scale {
    /** All values are above zero: computed from natural logarithms, returned as exponentials. */
    LOG,
    /** Some value is zero or negative: computed from the values themselves. */
    ARITHMETIC;

    /** Returns {@link #LOG} if every value of every array is above zero, otherwise {@link #ARITHMETIC}. */
    static Scale of(double[]... samples) {
        for (double[] sample : samples) {
            for (double value : sample) {
                if (value <= 0) {
                    return ARITHMETIC;
                }
            }
        }
        return LOG;
    }

    /** Returns a new array with the values on this scale. */
    double[] apply(double[] values) {
        double[] scaled = values.clone();
        if (this == LOG) {
            for (int i = 0; i < scaled.length; i++) {
                scaled[i] = Math.log(scaled[i]);
            }
        }
        return scaled;
    }

    /** Returns a number on this scale in the unit of the values. */
    double back(double scaled) {
        return this == LOG ? Math.exp(scaled) : scaled;
    }
}
