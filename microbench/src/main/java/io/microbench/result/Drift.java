// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.stats.Percentiles;
import java.util.Arrays;
import java.util.Optional;

/**
 * Describes how far the time of the same work drifted in the course of a run.
 *
 * <p>Both ends are shares of the median: how fast a machine is does not matter here, only whether it stayed so. The
 * first value would be as good a measure but for the case that it is the one that is off.
 *
 * @param low the shortest time against the median, -0.02 for 2 % less; at most 0
 * @param high the longest time against the median, 0.02 for 2 % more; at least 0
 */
public record Drift(double low, double high) {

    /**
     * A drift beyond this is worth a warning.
     *
     * <p>Ten times the band within which a verdict calls two cases the same by default: if a tenth of the drift falls
     * on one case and not on another, the verdict between the two is no longer about the code.
     */
    public static final double WORTH_A_WARNING = 0.10;

    /**
     * Returns the drift of times in seconds, in any order; empty if there are fewer than two, or the median is not
     * above 0.
     */
    public static Optional<Drift> of(double[] seconds) {
        if (seconds.length < 2) {
            return Optional.empty();
        }
        double median = Percentiles.of(seconds).at(50);
        if (!(median > 0)) {
            return Optional.empty();
        }
        double least = Arrays.stream(seconds).min().orElseThrow();
        double most = Arrays.stream(seconds).max().orElseThrow();
        return Optional.of(new Drift(least / median - 1, most / median - 1));
    }

    /** Returns whether either end is further from the median than {@link #WORTH_A_WARNING}. */
    public boolean isWorthAWarning() {
        return Math.max(-low, high) > WORTH_A_WARNING;
    }
}
