// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.OptionalDouble;

/**
 * Score and error as JMH prints them: pooled over the iterations of all forks.
 *
 * <p>Mean of all measured iterations, and Student's t interval with n - 1 degrees of freedom at 99.9 % confidence
 * ({@code org.openjdk.jmh.util.AbstractStatistics#getMeanErrorAt}, {@code Result#getScoreError}). Kept so that the
 * numbers users know stay what they are. It takes iterations of one fork for independent, which they are not, so
 * nothing is judged by it; see {@link ForkEstimate}.
 */
public final class PooledEstimate {

    /** JMH gives no error for two values, although t is defined there. */
    private static final int LEAST_FOR_ERROR = 3;

    private final Moments moments;

    private PooledEstimate(Moments moments) {
        this.moments = moments;
    }

    /**
     * Pools the measured iterations of all forks.
     *
     * @throws IllegalArgumentException if there is no value or one is not finite
     */
    public static PooledEstimate of(double[] iterations) {
        return new PooledEstimate(Moments.of(Require.finite(iterations, "Pooled estimate")));
    }

    /** Returns JMH's score, the mean, in the unit of the iterations. */
    public double mean() {
        return moments.mean();
    }

    /** Returns JMH's error, half the width of its 99.9 % interval; empty for one or two iterations, as in JMH. */
    public OptionalDouble error() {
        return moments.count() < LEAST_FOR_ERROR
                ? OptionalDouble.empty()
                : OptionalDouble.of(StudentT.central(moments.count() - 1, Confidence.JMH_ERROR.level())
                        * Math.sqrt(moments.squaredError()));
    }
}
