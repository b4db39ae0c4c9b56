// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.OptionalDouble;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Describes a sample by its mean, deviation, median and geometric mean.
 *
 * <p>Definitions are those of the NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5; the standard
 * deviation has the divisor n - 1, as in Benchee, erlperf and JMH.
 */
public final class Descriptive {

    private Descriptive() {}

    /** Returns the arithmetic mean, in the unit of the values. */
    public static double mean(double[] values) {
        return Moments.of(Require.finite(values, "Mean")).mean();
    }

    /** Returns the standard deviation with divisor n - 1, in the unit of the values; empty for a single value. */
    public static OptionalDouble standardDeviation(double[] values) {
        return standardDeviation(Moments.of(Require.finite(values, "Standard deviation")));
    }

    /**
     * Returns the standard deviation in per cent of the mean's magnitude, 0 or more: 12.5 means +-12.50 %.
     *
     * <p>Empty for a single value, and if the mean is zero although the values differ. Exactly 0 % for identical
     * values, including zeros.
     */
    public static OptionalDouble deviationPercent(double[] values) {
        Moments moments = Moments.of(Require.finite(values, "Deviation"));
        if (!moments.hasVariance()) {
            return OptionalDouble.empty();
        }
        if (moments.variance() == 0) {
            return OptionalDouble.of(0);
        }
        return moments.mean() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(100 * moments.standardDeviation() / Math.abs(moments.mean()));
    }

    static OptionalDouble standardDeviation(Moments moments) {
        return moments.hasVariance() ? OptionalDouble.of(moments.standardDeviation()) : OptionalDouble.empty();
    }

    /** Returns the median, or, for an even count, the mean of the two middle values; found by selection, without sorting. */
    public static double median(double[] values) {
        return new Median().evaluate(Require.finite(values, "Median"));
    }

    /**
     * Score and error as JMH prints them: pooled over the iterations of all forks.
     *
     * <p>Mean of all measured iterations, and Student's t interval with n - 1 degrees of freedom at 99.9 % confidence ({@code
     * org.openjdk.jmh.util.AbstractStatistics#getMeanErrorAt}, {@code Result#getScoreError}). It is reported because JMH's results
     * must not change. It treats iterations of one fork as independent, which they are not, so no verdict uses it; see {@link
     * ForkEstimate}.
     *
     * @param error half the width of the interval; empty for one or two iterations, as in JMH
     */
    public record PooledEstimate(double mean, OptionalDouble error) {

        /** JMH reports no error for two values, although t is defined. */
        private static final int LEAST_FOR_ERROR = 3;

        /** Pools the measured iterations of all forks. */
        public static PooledEstimate of(double[] iterations) {
            Moments moments = Moments.of(Require.finite(iterations, "Pooled estimate"));
            return new PooledEstimate(
                    moments.mean(),
                    moments.count() < LEAST_FOR_ERROR
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(StudentT.central(moments.count() - 1, Confidence.JMH_ERROR.level())
                                    * Math.sqrt(moments.squaredError())));
        }
    }
}
