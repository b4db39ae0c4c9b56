// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.special.Beta;

/** Quantiles and tails of Student's t distribution, in the forms intervals and tests need. */
final class StudentT {

    private StudentT() {}

    /** Returns the t for which the interval +-t contains the given share; {@code degrees} may be fractional. */
    static double central(double degrees, double confidence) {
        return exceededWith(degrees, (1 - confidence) / 2);
    }

    /** Returns the t that is exceeded with probability {@code p}. */
    static double exceededWith(double degrees, double p) {
        // No random numbers are drawn.
        TDistribution distribution = new TDistribution(null, degrees, TDistribution.DEFAULT_INVERSE_ABSOLUTE_ACCURACY);
        double near = -distribution.inverseCumulativeProbability(p);
        // The solver stops at its absolute accuracy; one Newton step from there has the accuracy of a double.
        return near + (above(degrees, near) - p) / distribution.density(near);
    }

    /** Returns the probability of a value above {@code t}. */
    static double above(double degrees, double t) {
        double tail = Beta.regularizedBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
        return t < 0 ? 1 - tail : tail;
    }

    /** Returns the probability of a value farther from zero than {@code t}, in either direction. */
    static double beyond(double degrees, double t) {
        return 2 * above(degrees, Math.abs(t));
    }
}
