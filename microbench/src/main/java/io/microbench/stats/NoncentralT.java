// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

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

    /** Even, as Simpson's rule wants it. */
    private static final int STEPS = 200;

    /** S has a standard deviation of about 1 / sqrt(2 degrees); beyond ten of them there is no weight left. */
    private static final double REACH = 10;

    private static final double[] NUMERATOR = {
        3.52624965998911e-2,
        0.700383064443688,
        6.37396220353165,
        33.912866078383,
        112.079291497871,
        221.213596169931,
        220.206867912376
    };
    private static final double[] DENOMINATOR = {
        8.83883476483184e-2,
        1.75566716318264,
        16.064177579207,
        86.7807322029461,
        296.564248779674,
        637.333633378831,
        793.826512519948,
        440.413735824752
    };

    /** Up to here the rational function is as exact as that. */
    private static final double NEAR = 7.07106781186547;

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
            weighted += weight * normal(sign * (t * s - shift));
            total += weight;
        }
        return weighted / total;
    }

    /**
     * Returns the standard normal distribution function by a rational function of J. F. Hart, in the form of G. West, "Better
     * approximations to cumulative normal functions" (Wilmott, May 2005). Absolute error below 1e-15; the library takes many times
     * as long, and this is called thousands of times for a verdict.
     */
    static double normal(double x) {
        double far = Math.abs(x);
        double below = Math.exp(-far * far / 2);
        if (far < NEAR) {
            below *= polynomial(NUMERATOR, far) / polynomial(DENOMINATOR, far);
        } else {
            double fraction = far + 0.65;
            for (int k = 4; k > 0; k--) {
                fraction = far + k / fraction;
            }
            below /= fraction * Math.sqrt(2 * Math.PI);
        }
        return x > 0 ? 1 - below : below;
    }

    private static double polynomial(double[] coefficients, double x) {
        double value = 0;
        for (double coefficient : coefficients) {
            value = value * x + coefficient;
        }
        return value;
    }

    /** Returns the density of the root of S up to a constant: s^(degrees - 1) exp(-degrees s^2 / 2) times 2 root. */
    private double density(double root, double s) {
        return root == 0 ? 0 : Math.exp((degrees - 1) * Math.log(s) - degrees * (s * s - 1) / 2) * root;
    }
}
