// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

/**
 * Evaluates a fork at times that grow by a factor, between a shortest and a longest one.
 *
 * <p>A look at every point would ask the same question hundreds of times, and whoever asks often enough gets a lucky
 * yes. With a factor the number of looks grows with the logarithm of the time, and each has a share of new data to go
 * by.
 *
 * <p>Ending a fork and calling it steady are two questions. A fork that goes up and down between levels far apart may
 * have two halves that agree; waiting longer would not change that. It ends, and is called unsteady.
 */
abstract class LadderWatch implements StopRule.Watch {

    /** From one look to the next, 13 % of what is looked at is new. */
    private static final double RUNG = 1.15;

    private static final Decision CONTINUE = new Decision.Continue();

    private final Series series = new Series();
    private final double longest;
    private double next;

    /**
     * Begins to watch a fork.
     *
     * @param shortest seconds before the first look
     * @param longest seconds after which the fork ends whatever it shows
     */
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
            return Windows.wanders(series, from) ? new Decision.Unsteady(from) : new Decision.Done(from);
        }
        if (now >= longest) {
            int half = series.half();
            return Windows.wanders(series, half) || Windows.agreeingHalf(series, Windows.ONE_LEVEL) == Windows.NONE
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
