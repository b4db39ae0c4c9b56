/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.steady;

import io.microbench.stats.ForkEstimate;
import java.util.OptionalDouble;

/**
 * Decides how many forks a case gets: until the interval over forks is as narrow as asked, between a smallest and a largest
 * number.
 *
 * @param precision the widest relative half-width of the 95 % interval over forks that is accepted; a fraction above 0
 * @param smallest forks that are always run; at least 2, since one fork has no interval
 * @param largest forks at which a case ends whatever its interval is
 * @param width which interval is asked to be that narrow
 * @param balance the share of the first fork's time that the later forks together get at least; 0 or more. Where later forks are
 *     cheap beside the first, more of them are the cheapest way to be surer
 */
public record ForkRule(double precision, int smallest, int largest, Width width, double balance) {

    /** How wide a spread between few forks is taken to be. */
    public enum Width {
        /** Student's t, the interval that is reported: two forks nearly never suffice, since its quantile is 12.7. */
        STUDENT,
        /**
         * Two standard errors, as in the sequential procedure of Chow and Robbins ("On the asymptotic theory of fixed-width
         * sequential confidence intervals", Annals of Mathematical Statistics 36, 1965). Cheaper; the interval that is
         * reported is wider than asked.
         */
        NORMAL
    }

    private static final double CONFIDENCE = 0.95;
    private static final double NORMAL_QUANTILE = 1.96;

    public ForkRule {
        if (!(precision > 0) || smallest < 2 || largest < smallest || !(balance >= 0)) {
            throw new IllegalArgumentException("precision " + precision + ", smallest " + smallest + ", largest "
                    + largest + ", balance " + balance
                    + "; accepted: precision above 0, 2 <= smallest <= largest, balance of at least 0");
        }
    }

    /** Makes a rule that does not look at what forks cost. */
    public ForkRule(double precision, int smallest, int largest, Width width) {
        this(precision, smallest, largest, width, 0);
    }

    /** Makes a rule by the interval that is reported. */
    public ForkRule(double precision, int smallest, int largest) {
        this(precision, smallest, largest, Width.STUDENT);
    }

    /** Returns whether the given values, one per fork, are enough. */
    public boolean enough(double... forks) {
        if (forks.length < smallest) {
            return false;
        }
        double reach = width == Width.STUDENT ? halfWidth(forks) : NORMAL_QUANTILE * standardError(forks);
        return forks.length >= largest || reach <= precision;
    }

    /**
     * Returns whether the given values, one per fork, are enough for what their forks took.
     *
     * @param first seconds of the first fork
     * @param later seconds of all others together
     */
    public boolean enough(double first, double later, double[] forks) {
        return enough(forks) && (forks.length >= largest || later >= balance * first);
    }

    /** Returns the relative half-width of the interval over the given forks; infinite for fewer than two. */
    public static double halfWidth(double... forks) {
        if (forks.length < 2) {
            return Double.POSITIVE_INFINITY;
        }
        return ForkEstimate.of(forks).relativeHalfWidth(CONFIDENCE).orElse(Double.POSITIVE_INFINITY);
    }

    private static double standardError(double[] forks) {
        OptionalDouble spread = ForkEstimate.of(forks).spread();
        return spread.orElse(Double.POSITIVE_INFINITY) / Math.sqrt(forks.length);
    }
}
