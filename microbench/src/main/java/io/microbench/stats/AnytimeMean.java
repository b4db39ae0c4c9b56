// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

/**
 * Bounds a mean at all numbers of values at once.
 *
 * <p>The values are taken for normal with unknown mean and deviation. Then the ratio of the likelihoods of the t statistic under
 * "the mean is normal around m, with 1 / {@link #PRIOR} times the variance of a value" and under "the mean is m",
 * <pre>
 *   e = sqrt(c / (n + c)) * ((n - 1 + t^2) / (n - 1 + t^2 * c / (n + c))) ^ (n / 2)     with c = PRIOR,
 * </pre>
 * is a martingale in the number n of values if the mean is m, and ever exceeds 1 / alpha with probability alpha at most (Ville).
 * T. L. Lai, "On confidence sequences" (Annals of Statistics 4, 1976); H. Wang and A. Ramdas, "Anytime-valid t-tests and
 * confidence sequences for Gaussian means with unknown variance" (Sequential Analysis 44, 2025).
 */
final class AnytimeMean {

    /**
     * The weight of the prior in values. It only sets at which number of values the interval is narrowest beside that of
     * Student: small weights favour means that are large against the deviation, and those are the ones to be found with few
     * values. With 0.05 that is 4.5 deviations, 4.5 % where pairs spread by 1 %.
     */
    static final double PRIOR = 0.05;

    private AnytimeMean() {}

    /** Returns half the width of the interval after {@code count} values; infinite while there is no bound. */
    static double reach(int count, double deviation, double alpha) {
        if (count < 2) {
            return Double.POSITIVE_INFINITY;
        }
        if (deviation == 0) {
            return 0;
        }
        double n = count;
        double share = PRIOR / (n + PRIOR);
        // e = 1 / alpha solved for t.
        double bound = Math.pow(1 / (Math.sqrt(share) * alpha), 2 / n);
        double rest = 1 - bound * share;
        return rest <= 0
                ? Double.POSITIVE_INFINITY
                : Math.sqrt((n - 1) * (bound - 1) / rest) * deviation / Math.sqrt(n);
    }

    /** Returns e for the claim that the mean is zero. */
    static double evidence(Moments moments) {
        double n = moments.count();
        if (moments.variance() == 0) {
            return moments.mean() == 0 ? 1 : Double.POSITIVE_INFINITY;
        }
        double share = PRIOR / (n + PRIOR);
        double square = moments.mean() * moments.mean() / moments.squaredError();
        return Math.sqrt(share) * Math.pow((n - 1 + square) / (n - 1 + square * share), n / 2);
    }
}
