/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.steady;

import io.microbench.stats.ForkEstimate;

/**
 * Decides how many forks a case gets: until the interval over forks is as narrow as asked, between a smallest and a largest
 * number.
 *
 * @param precision the widest relative half-width of the 95 % interval over forks that is accepted; a fraction above 0
 * @param smallest forks that are always run; at least 2, since one fork has no interval
 * @param largest forks at which a case ends whatever its interval is
 */
public record ForkRule(double precision, int smallest, int largest) {

    private static final double CONFIDENCE = 0.95;

    public ForkRule {
        if (!(precision > 0) || smallest < 2 || largest < smallest) {
            throw new IllegalArgumentException("precision " + precision + ", smallest " + smallest + ", largest "
                    + largest + "; accepted: precision above 0, 2 <= smallest <= largest");
        }
    }

    /** Returns whether the given values, one per fork, are enough. */
    public boolean enough(double... forks) {
        if (forks.length < smallest) {
            return false;
        }
        return forks.length >= largest || halfWidth(forks) <= precision;
    }

    /** Returns the relative half-width of the interval over the given forks; infinite for fewer than two. */
    public static double halfWidth(double... forks) {
        if (forks.length < 2) {
            return Double.POSITIVE_INFINITY;
        }
        return ForkEstimate.of(forks).relativeHalfWidth(CONFIDENCE).orElse(Double.POSITIVE_INFINITY);
    }
}
