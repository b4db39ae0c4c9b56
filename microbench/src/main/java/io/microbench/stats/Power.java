// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.OptionalInt;
import java.util.function.IntPredicate;
import org.apache.commons.math3.special.Erf;

/**
 * Computes the change that a comparison of forks can detect, and how many forks it takes.
 *
 * <p>For Welch's test, which {@link ForkRatio} makes, with normal fork values of equal spread and {@code n} forks on
 * either side. Its statistic is taken to follow the noncentral t distribution (J. Cohen, Statistical Power Analysis for
 * the Behavioral Sciences, 2nd edition, section 12.2) with the harmonic mean of the degrees of freedom that Welch's
 * formula gives: 2 k (k + 1) / (k + 2) for k = n - 1, since the share of one side in two such variances is Beta(k / 2,
 * k / 2). A simulation agrees within one or two hundredths from 3 forks on; for 2 forks the power given is too large by
 * five.
 *
 * <p>The spread is the standard deviation between forks on the log scale ({@link ForkEstimate#spread}); a change is
 * given as the ratio of the two values.
 */
final class Power {

    /** The number of forks past which an answer is given as "no number of forks". */
    static final int MOST_FORKS = 100_000;

    private static final int LEAST_FORKS = 2;

    /** How near a root is found, relative to it and on the scale of normal quantiles. */
    private static final double PRECISION = 1e-10;

    private static final double NEARLY_ONE = 1 - 0x1p-52;

    private Power() {}

    /** Returns the fewest values whose t interval is at most so wide on either side, on the scale of the spread. */
    static OptionalInt forksForHalfWidth(double spread, double halfWidth, double confidence) {
        Require.fraction(confidence, "Confidence");
        return fewest(forks -> StudentT.central(forks - 1, confidence) * spread / Math.sqrt(forks) <= halfWidth);
    }

    /**
     * Returns the distance between two means, in standard errors of their difference, that a test finds with the given
     * power.
     */
    static double detectableErrors(double degrees, double alpha, double power, Alternative alternative) {
        Require.fraction(alpha, "Significance level");
        Require.fraction(power, "Power");
        if (power <= alpha) {
            throw new IllegalArgumentException("Power is " + power + "; expected more than the significance level, "
                    + alpha + ", which is reached without any change");
        }
        Alternative upward = upward(alternative);
        double critical = critical(degrees, alpha, alternative);
        double target = probit(power);
        // On the scale of normal quantiles power is nearly a straight line, which the secants find in a few steps.
        double low = 0;
        double atLow = probit(alpha) - target;
        double high = critical;
        double atHigh = probit(beyond(degrees, critical, high, upward)) - target;
        while (atHigh < 0) {
            low = high;
            atLow = atHigh;
            high *= 2;
            atHigh = probit(beyond(degrees, critical, high, upward)) - target;
        }
        double middle = high;
        double atMiddle = atHigh;
        while (high - low > PRECISION * high && Math.abs(atMiddle) > PRECISION) {
            middle = high - atHigh * (high - low) / (atHigh - atLow);
            atMiddle = probit(beyond(degrees, critical, middle, upward)) - target;
            // The Illinois variant: the end that stays counts half; otherwise it might stay forever.
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

    /** Returns the standard normal quantile; finite even where a probability has been rounded to 1. */
    private static double probit(double probability) {
        return Math.sqrt(2) * Erf.erfInv(2 * Math.min(NEARLY_ONE, probability) - 1);
    }

    /**
     * Returns the smallest number of forks for which {@code enough} holds, given that it holds for all larger ones;
     * empty past {@link #MOST_FORKS}.
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

    /** Returns the t statistic from which on a test is significant. */
    private static double critical(double degrees, double alpha, Alternative alternative) {
        return StudentT.exceededWith(degrees, alpha / alternative.tails());
    }

    private static double beyond(double degrees, double critical, double errors, Alternative alternative) {
        NoncentralT t = new NoncentralT(degrees, errors);
        return switch (alternative) {
            case GREATER -> t.above(critical);
            case LESS -> t.below(-critical);
            case DIFFERENT -> t.above(critical) + t.below(-critical);
        };
    }

    private static Alternative upward(Alternative alternative) {
        return alternative == Alternative.LESS ? Alternative.GREATER : alternative;
    }
}
