// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

/**
 * Decides how many forks a case gets: enough for the requested width of the interval over forks, between a smallest and a
 * largest number.
 *
 * <p>Two forks may agree by chance, which makes the interval narrow whatever the spread between forks. So a case ends
 * after two forks only if they differ by at most half of the precision.
 *
 * @param precision largest accepted relative half-width of the 95 % interval over forks; a fraction above 0
 * @param smallest minimum number of forks; at least 2, since one fork has no interval
 * @param largest maximum number of forks, whatever the interval
 */
public record ForkRule(double precision, int smallest, int largest) {

    public ForkRule {
        if (!(precision > 0) || smallest < 2 || largest < smallest) {
            throw new IllegalArgumentException("precision " + precision + ", smallest " + smallest + ", largest "
                    + largest + "; expected precision above 0, 2 <= smallest <= largest");
        }
    }

    /** Returns whether these values, one per fork, are enough. */
    public boolean enough(double... forks) {
        return enoughWithin(halfWidth(forks), forks);
    }

    /** Returns the same for an interval with the given relative half-width. */
    public boolean enoughWithin(double reach, double... forks) {
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
