// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import org.apache.commons.math3.special.Beta;

/**
 * Bounds a median at all numbers of values at once, whatever their distribution.
 *
 * <p>If the median is m, each value lies above it with probability one half. The ratio of the likelihoods of "k of n lie above"
 * under a probability drawn from Beta(1/2, 1/2) and under one half,
 * <pre>
 *   e = 2^n * B(k + 1/2, n - k + 1/2) / B(1/2, 1/2),
 * </pre>
 * is a martingale in n, and ever exceeds 1 / alpha with probability alpha at most (Ville). The prior is that of Krichevsky and
 * Trofimov, "The performance of universal encoding" (IEEE Trans. Information Theory 27, 1981); the interval of all m that are
 * not refuted runs between order statistics: Howard and Ramdas, "Sequential estimation of quantiles" (Bernoulli 28, 2022).
 */
final class AnytimeMedian {

    private static final double HALF = 0.5;

    private AnytimeMedian() {}

    /**
     * Returns how many of the smallest, and of the largest, of {@code count} values lie outside the interval or are its end: 2
     * for the interval from the second smallest to the second largest; 0 while there is no bound.
     */
    static int rank(int count, double alpha) {
        int rank = 0;
        while (rank < count / 2 && logEvidence(rank, count) >= -Math.log(alpha)) {
            rank++;
        }
        return rank;
    }

    /** Returns the logarithm of e where {@code above} of {@code count} values lie above the claimed median. */
    static double logEvidence(int above, int count) {
        return count * Math.log(2) + Beta.logBeta(above + HALF, count - above + HALF) - Beta.logBeta(HALF, HALF);
    }
}
