// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.OptionalInt;
import java.util.function.IntPredicate;
import org.apache.commons.math3.special.Erf;

/**
 * Computes which change a comparison of forks can detect, and how many forks it needs.
 *
 * <p>The comparison is Welch's test, as in {@link ForkRatio}, of normal fork values of equal spread and {@code n} forks
 * on each side. Its statistic is assumed to follow the noncentral t distribution (J. Cohen, Statistical Power Analysis
 * for the Behavioral Sciences, 2nd edition, section 12.2) with the harmonic mean of the degrees of freedom that Welch's
 * formula gives: 2 k (k + 1) / (k + 2) for k = n - 1, because the share of one side in two such variances is Beta(k /
 * 2, k / 2). A simulation agrees within 0.01 to 0.02 for 3 or more forks; for 2 forks the computed power is 0.05 too
 * large.
 *
 * <p>The spread is the standard deviation between forks on the log scale ({@link ForkEstimate#spread}); a change is
 * given as the ratio of the two values.
 */
final class Power {

    /** The largest number of forks in a result; it is empty if more would be needed. */
    static final int MOST_FORKS = 100_000;

    private static final int LEAST_FORKS = 2;

    /** The tolerance of a root: relative, and on the scale of normal quantiles. */
    private static final double PRECISION = 1e-10;

    private static final double NEARLY_ONE = 1 - 0x1p-52;

    private Power() {}

    /** Returns the fewest values whose t interval has at most the given half-width, in units of the spread. */
    static OptionalInt forksForHalfWidth(double spread, double halfWidth, double confidence) {
        return fewest(forks -> StudentT.central(forks - 1, confidence) * spread / Math.sqrt(forks) <= halfWidth);
    }

    /**
     * Returns the distance between two means, in standard errors of their difference, that a two-sided test finds with the given
     * power, which is above the significance level {@code alpha}.
     */
    static double detectableErrors(double degrees, double alpha, double power) {
        double critical = StudentT.exceededWith(degrees, alpha / 2);
        double target = probit(power);
        // On the scale of normal quantiles, power is nearly linear, so a few secant steps find the root.
        double low = 0;
        double atLow = probit(alpha) - target;
        double high = critical;
        double atHigh = probit(beyond(degrees, critical, high)) - target;
        while (atHigh < 0) {
            low = high;
            atLow = atHigh;
            high *= 2;
            atHigh = probit(beyond(degrees, critical, high)) - target;
        }
        double middle = high;
        double atMiddle = atHigh;
        while (high - low > PRECISION * high && Math.abs(atMiddle) > PRECISION) {
            middle = high - atHigh * (high - low) / (atHigh - atLow);
            atMiddle = probit(beyond(degrees, critical, middle)) - target;
            // The Illinois variant halves the weight of the end that stays, which might stay forever otherwise.
            if (atMiddle < 0) {
                low = middle;
                atLow = atMiddle;
                atHigh /= 2;
            } else {
                high = middle;
                atHigh = atMiddle;
                atLow /= 2;
            }
        }
        return middle;
    }

    /** Returns the standard normal quantile; finite even if a probability was rounded to 1. */
    private static double probit(double probability) {
        return Math.sqrt(2) * Erf.erfInv(2 * Math.min(NEARLY_ONE, probability) - 1);
    }

    /**
     * Returns the smallest number of forks for which {@code enough} is true, given that it is true for all larger ones;
     * empty if it is above {@link #MOST_FORKS}.
     */
    static OptionalInt fewest(IntPredicate enough) {
        int tooFew = LEAST_FORKS - 1;
        int high = LEAST_FORKS;
        while (!enough.test(high)) {
            if (high == MOST_FORKS) {
                return OptionalInt.empty();
            }
            tooFew = high;
            high = Math.min(2 * high, MOST_FORKS);
        }
        while (high - tooFew > 1) {
            int middle = (tooFew + high) / 2;
            if (enough.test(middle)) {
                high = middle;
            } else {
                tooFew = middle;
            }
        }
        return OptionalInt.of(high);
    }

    private static double beyond(double degrees, double critical, double errors) {
        NoncentralT t = new NoncentralT(degrees, errors);
        return t.above(critical) + t.below(-critical);
    }

    /**
     * The noncentral t distribution: (Z + shift) / S, where Z is standard normal and S the root of a chi-square over its
     * degrees of freedom.
     *
     * <p>P(T &lt;= t) is the mean of Phi(t S - shift) over S (Johnson, Kotz and Balakrishnan, Continuous Univariate
     * Distributions 2, chapter 31), here by Simpson's rule over the range in which the density of S is not negligible. The
     * density of S is divided by its own Simpson sum, so its constant is not needed. Absolute error below 1e-7 for 1
     * degree of freedom and more.
     */
    static final class NoncentralT {

        /** The number of steps, which must be even for Simpson's rule. */
        private static final int STEPS = 200;

        /** S has a standard deviation of about 1 / sqrt(2 degrees); its density is negligible beyond ten of them. */
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

        /** The largest value for which the rational function is accurate. */
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

        /** Integrates over the root of S, whose density is smooth at zero for any number of degrees of freedom. */
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
         * approximations to cumulative normal functions" (Wilmott, May 2005). Absolute error below 1e-15. It is much faster than the
         * library, and is called thousands of times for a verdict.
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
}
