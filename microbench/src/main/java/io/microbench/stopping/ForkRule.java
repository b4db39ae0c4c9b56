/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stopping;

import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import java.util.OptionalDouble;

/**
 * Decides how many forks a case gets: until the interval over forks is as narrow as asked, between a smallest and a largest
 * number.
 *
 * <p>Two forks that happen to agree make the interval of two standard errors narrow, whatever the spread between forks is. So a case
 * ends after two forks only if they differ by no more than half of the precision.
 *
 * @param precision the widest relative half-width of the 95 % interval over forks that is accepted; a fraction above 0
 * @param smallest forks that are always run; at least 2, since one fork has no interval
 * @param largest forks at which a case ends whatever its interval is
 * @param width which interval is asked to be that narrow
 */
public record ForkRule(double precision, int smallest, int largest, Width width) {

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

    private static final double NORMAL_QUANTILE = 1.96;

    public ForkRule {
        if (!(precision > 0) || smallest < 2 || largest < smallest) {
            throw new IllegalArgumentException("precision " + precision + ", smallest " + smallest + ", largest "
                    + largest + "; accepted: precision above 0, 2 <= smallest <= largest");
        }
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
        if (forks.length == 2 && largest > 2 && Math.abs(Math.log(forks[1] / forks[0])) > precision / 2) {
            return false;
        }
        double reach = width == Width.STUDENT ? halfWidth(forks) : NORMAL_QUANTILE * standardError(forks);
        return forks.length >= largest || reach <= precision;
    }

    /** Returns the relative half-width of the interval over the given forks; infinite for fewer than two. */
    public static double halfWidth(double... forks) {
        if (forks.length < 2) {
            return Double.POSITIVE_INFINITY;
        }
        return ForkEstimate.of(forks)
                .relativeHalfWidth(Confidence.PRECISION.level())
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static double standardError(double[] forks) {
        OptionalDouble spread = ForkEstimate.of(forks).spread();
        return spread.orElse(Double.POSITIVE_INFINITY) / Math.sqrt(forks.length);
    }
}
