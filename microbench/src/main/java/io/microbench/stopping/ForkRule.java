// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;

/**
 * Decides how many forks a case gets: until the interval over forks is as narrow as asked, between a smallest and a largest
 * number.
 *
 * <p>Two forks that happen to agree may make the interval narrow, whatever the spread between forks is. So a case
 * ends after two forks only if they differ by no more than half of the precision.
 *
 * @param precision the widest relative half-width of the 95 % interval over forks that is accepted; a fraction above 0
 * @param smallest forks that are always run; at least 2, since one fork has no interval
 * @param largest forks at which a case ends whatever its interval is
 */
public record ForkRule(double precision, int smallest, int largest) {

    public ForkRule {
        if (!(precision > 0) || smallest < 2 || largest < smallest) {
            throw new IllegalArgumentException("precision " + precision + ", smallest " + smallest + ", largest "
                    + largest + "; accepted: precision above 0, 2 <= smallest <= largest");
        }
    }

    /** Returns whether the given values, one per fork, are enough. */
    public boolean enough(double... forks) {
        return enoughWithin(halfWidth(forks), forks);
    }

    /** Does the same by another interval, of which it gets the relative half-width. */
    boolean enoughWithin(double reach, double... forks) {
        if (forks.length < smallest) {
            return false;
        }
        if (forks.length == 2 && largest > 2 && Math.abs(Math.log(forks[1] / forks[0])) > precision / 2) {
            return false;
        }
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
}
