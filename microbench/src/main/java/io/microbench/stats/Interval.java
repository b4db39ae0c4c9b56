// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import org.apiguardian.api.API;

/**
 * A closed interval with its confidence.
 *
 * @param low the lower end; never above {@code high}
 * @param high the upper end
 * @param confidence the nominal share of such intervals that contain the true value, between 0 and 1 (0.99 for 99 %)
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Interval(double low, double high, double confidence) {

    /**
     * Checks the ends and the confidence.
     *
     * @throws IllegalArgumentException if {@code low} is above {@code high}, an end is NaN, or the confidence is not
     *     strictly between 0 and 1
     */
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("Interval from " + low + " to " + high + ": the ends are out of order");
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("Confidence is " + confidence
                    + "; expected a fraction between 0 and 1, both excluded, such as 0.99");
        }
    }

    /** Returns whether {@code value} lies between the ends, both included. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /** Returns whether this whole interval lies between {@code from} and {@code to}, both included. */
    public boolean isWithin(double from, double to) {
        return from <= low && high <= to;
    }

    /** Returns half the distance between the ends, in the unit of the values. */
    public double halfWidth() {
        return (high - low) / 2;
    }
}
