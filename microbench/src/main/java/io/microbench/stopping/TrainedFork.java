// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Point;
import io.microbench.stopping.Training.WindowMedians;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Measures forks in the window that a {@link Training} found to be sufficient, and checks in the first fork of the run whether it still
 * is.
 *
 * <p>The first fork runs to twice the window's end, or to four times if its start differs from the start of the training's forks, because
 * the case may then warm up differently in this run. It ends if the window's median is that of the fork's trailing half, whose quarters
 * have to agree. Otherwise the case does warm up differently, and {@link PilotFork} decides as without training data. Later forks only
 * run the window. As in {@link PilotFork}, they are extended if the window is not flat, or its level is slower than that of the fastest
 * fork so far.
 *
 * <p>Decisions compare values of this run with each other, and a ratio of them with a ratio of the training, but never a value with a
 * value of an earlier run. A rule that ends a fork because it has the same value would hide part of every true change: a changed case
 * would be measured until it happens to look unchanged.
 *
 * @param from seconds to the beginning of the window
 * @param to seconds to the end of the window
 * @param hold length of the first fork, as a multiple of the window's end, if it does not begin as in the training
 * @param spread relative standard deviation between forks in the training
 * @param holds whether the first fork confirmed the window
 * @param slowStart how much slower forks of the training were before the window ({@link Training}); empty if unknown
 * @param today the rule that is used if the training is not confirmed in this run; contains the fastest level so far
 */
record TrainedFork(
        double from, double to, double hold, double spread, boolean holds, OptionalDouble slowStart, PilotFork today)
        implements StopRule {

    static final String NAME = "trained";

    /** The length of the first fork, as a multiple of the window's end. */
    private static final double HOLD = 4;

    /** The length of the first fork if it begins as in the training. */
    private static final double SHORT_HOLD = 2;

    /**
     * Tolerance for the difference between starts, in addition to {@link #START_SHARE} of the start in the training.
     * Determined by a replay of about ten pairs of runs.
     */
    private static final double START_TOLERANCE = 0.005;

    private static final double START_SHARE = 0.2;

    TrainedFork {
        RuleSettings.atLeast(NAME, "from", from, 0);
        RuleSettings.above(NAME, "to", to, from);
        RuleSettings.atLeast(NAME, "hold", hold, 1);
        RuleSettings.atLeast(NAME, "spread", spread, 0);
        slowStart.ifPresent(start -> RuleSettings.finite(NAME, "slowStart", start));
    }

    static TrainedFork of(Training training, PilotFork today) {
        return new TrainedFork(
                training.from(), training.to(), HOLD, training.spread(), false, training.slowStart(), today);
    }

    static StopRule of(RuleSettings settings) {
        return new TrainedFork(
                settings.number("from", 2),
                settings.number("to", 5),
                settings.number("hold", 4),
                settings.number("spread", 0.03),
                settings.number("holds", 0) > 0,
                settings.optional("slowStart"),
                PilotFork.of(settings));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public OptionalDouble longestFork() {
        return today.longestFork();
    }

    @Override
    public StopRule next(List<Point> fork) {
        if (fork.isEmpty()) {
            return this;
        }
        boolean first = today.fastest() == 0;
        StopRule next = today.next(fork);
        if (!(next instanceof PilotFork pilot)) {
            return this;
        }
        Series series = Series.of(fork);
        return first && !confirms(series) ? pilot : new TrainedFork(from, to, hold, spread, true, slowStart, pilot);
    }

    /** Returns whether a first fork so far shows that the window is also sufficient in this run. */
    private boolean confirms(Series series) {
        int half = series.agreeingHalf(today.agreement());
        if (half == Series.NONE || series.seconds() + Series.ROUNDING < to) {
            return false;
        }
        double window = WindowMedians.median(series, from, to);
        return Series.difference(window, series.median(half, series.count())) <= today.agreement();
    }

    @Override
    public Watch begin() {
        return holds ? laterFork() : firstFork();
    }

    private Watch firstFork() {
        return new LadderWatch(look(SHORT_HOLD), today.longest()) {
            private boolean givenUp;

            @Override
            protected int measuredFrom(Series series) {
                givenUp = givenUp || !confirms(series);
                if (givenUp) {
                    return today.endOfFirst(series);
                }
                boolean enough = startsAsTrained(series) || series.seconds() + Series.ROUNDING >= look(hold);
                return enough ? series.half() : Series.NONE;
            }
        };
    }

    private double look(double times) {
        return Math.min(times * to, Math.max(to, today.first()));
    }

    private boolean startsAsTrained(Series series) {
        if (slowStart.isEmpty()) {
            return false;
        }
        double trained = slowStart.getAsDouble();
        double tonight = WindowMedians.slowStart(series, from, WindowMedians.median(series, from, to));
        return Math.abs(tonight - trained) <= START_TOLERANCE + START_SHARE * Math.abs(trained);
    }

    private Watch laterFork() {
        return new LadderWatch(to, today.longest()) {
            private boolean looked;

            @Override
            protected int measuredFrom(Series series) {
                int begin = Math.min(series.after(from), series.count() - 1);
                if (!looked) {
                    looked = true;
                    return isFlat(series, begin) && !isSlower(series, begin) ? begin : Series.NONE;
                }
                return today.endOfLater(series);
            }
        };
    }

    private boolean isFlat(Series series, int from) {
        int middle = (from + series.count()) / 2;
        if (middle <= from) {
            return false;
        }
        double halves = Series.difference(series.median(from, middle), series.median(middle, series.count()));
        return halves <= Math.max(today.agreement(), noiseOfHalves(series, from));
    }

    /**
     * Returns the relative difference between the medians of two halves that noise alone can explain: two standard
     * errors.
     */
    private static double noiseOfHalves(Series series, int from) {
        double points = (series.count() - from) / 2.0;
        return 2 * Math.sqrt(2) * Math.sqrt(Math.PI / 2) * series.noise(from) / Math.sqrt(points);
    }

    private boolean isSlower(Series series, int from) {
        double accepted = Math.max(today.slower(), spread);
        return series.median(from, series.count()) > today.fastest() * (1 + accepted);
    }
}
