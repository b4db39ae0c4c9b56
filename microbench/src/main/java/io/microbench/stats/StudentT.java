/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/** Quantiles and tails of Student's t distribution, in the forms intervals and tests need. */
final class StudentT {

    private StudentT() {}

    /** Returns t so that a central interval of +-t holds the given share; {@code degrees} may be fractional. */
    static double central(double degrees, double confidence) {
        return TDistribution.of(degrees).inverseSurvivalProbability((1 - confidence) / 2);
    }

    /** Returns t that is exceeded with probability {@code p}. */
    static double exceededWith(double degrees, double p) {
        return TDistribution.of(degrees).inverseSurvivalProbability(p);
    }

    /** Returns the probability of a value above {@code t}. */
    static double above(double degrees, double t) {
        return TDistribution.of(degrees).survivalProbability(t);
    }

    /** Returns the probability of a value farther from zero than {@code t}, in either direction. */
    static double beyond(double degrees, double t) {
        return 2 * above(degrees, Math.abs(t));
    }
}
