// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stats.ForkEstimate;
import io.microbench.stats.ForkEstimate.ForkRule;

/**
 * A {@link ForkRule} applied to one of two intervals.
 *
 * @param rule the rule
 * @param width the interval that must be as narrow as the precision of the rule
 */
public record TriedForkRule(ForkRule rule, Width width) {

    /** The kind of interval for a few forks. */
    public enum Width {
        /** Student's t, the reported interval: two forks are almost never enough, as its quantile is 12.7. */
        STUDENT,
        /**
         * Two standard errors, as in the sequential procedure of Chow and Robbins ("On the asymptotic theory of
         * fixed-width sequential confidence intervals", Annals of Mathematical Statistics 36, 1965). It needs fewer
         * forks, but the reported interval is wider than requested.
         */
        NORMAL
    }

    private static final double NORMAL_QUANTILE = 1.96;

    /** Returns whether the given values, one per fork, are enough. */
    public boolean enough(double... forks) {
        return width == Width.STUDENT
                ? rule.enough(forks)
                : rule.enoughWithin(NORMAL_QUANTILE * standardError(forks), forks);
    }

    private static double standardError(double[] forks) {
        return ForkEstimate.of(forks).spread().orElse(Double.POSITIVE_INFINITY) / Math.sqrt(forks.length);
    }
}
