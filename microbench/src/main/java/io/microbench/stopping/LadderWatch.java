// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;

/**
 * Evaluates a fork at times that increase by a factor, between a shortest and a longest time.
 *
 * <p>A check at every point would repeat the same test hundreds of times, and would eventually succeed by chance. With a factor, the number
 * of checks grows with the logarithm of the time, and each check has a fixed share of new data.
 *
 * <p>A fork may end without being steady. The halves of a fork that moves between distant levels may agree, and a longer measurement would
 * not change that: such a fork ends and is marked as unsteady.
 */
abstract class LadderWatch implements StopRule.Watch {

    /** From one check to the next, 13 % of the data is new. */
    private static final double RUNG = 1.15;

    private static final Decision CONTINUE = new Decision.Continue();

    private final Series series = new Series();
    private final double longest;
    private double next;

    /** Watches a fork: first checked after the shortest time, ended after the longest, both in seconds. */
    protected LadderWatch(double shortest, double longest) {
        this.next = Math.min(shortest, longest);
        this.longest = longest;
    }

    @Override
    public final Decision after(Point point) {
        series.add(point);
        double now = series.seconds() + Series.ROUNDING;
        if (now < next) {
            return CONTINUE;
        }
        int from = measuredFrom(series);
        if (from >= 0) {
            return series.wanders(from) ? new Decision.Unsteady(from) : new Decision.Done(from);
        }
        if (now >= longest) {
            int half = series.half();
            return series.wanders(half) || series.agreeingHalf(Series.ONE_LEVEL) == Series.NONE
                    ? new Decision.Unsteady(half)
                    : new Decision.Done(half);
        }
        while (next <= now) {
            next *= RUNG;
        }
        next = Math.min(next, longest);
        return CONTINUE;
    }

    /** Returns the index of the first measured point if the fork is steady now; otherwise a negative number. */
    protected abstract int measuredFrom(Series series);
}
