// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Point;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Determines the length of the warm-up in the first fork, for the later forks of the case.
 *
 * <p>A JVM compiles nearly the same code after the same number of calls in every fork of a case, but forks may end on
 * different levels. So the <em>time</em> until a case is steady is determined once, carefully, and the <em>value</em> is
 * measured often, in short forks: variance between forks can only be averaged out by forks (Kalibera and Jones, "Rigorous
 * benchmarking in reasonable time", ISMM 2013). The first fork runs as {@code trailing-half} with a late first check, after
 * the stages of the JIT that shorter runs mistake for the steady state. It may end earlier only if it has been on its level
 * for many times as long as it took to get there ({@code plateau}), and the JIT is idle. The time from which it stayed on its level is
 * determined window by window, backwards from the second half. A later fork is first checked after a given multiple of that time, so that
 * its second half begins about where the earlier forks were steady. Its quarters still have to agree: a fork that warms up more slowly than
 * the others takes longer. If they agree on a level slower than that of the fastest fork so far, the fork may only be at a stage of a
 * slower warm-up: then it may not end before the time of the first fork's first check.
 *
 * <p>Like every rule, it does not detect a drop after the end of its first fork, or a drop that only later forks have.
 *
 * @param first seconds before the first fork may end if its quarters agree
 * @param early seconds before it may end because it has been on its level for long enough
 * @param age how long a level must last for that, as a multiple of its warm-up
 * @param later minimum seconds before the first check of a later fork
 * @param longest seconds after which a fork is marked as unsteady
 * @param agreement share by which the quarters of the second half, or windows of one level, may differ
 * @param patience a later fork is first checked after this multiple of the time after which earlier forks were steady
 * @param slower share by which the level of a later fork may be above that of the fastest fork without extending the fork
 * @param known seconds after which every earlier fork of the case was steady; 0 in the first fork
 * @param fastest seconds per operation of the fastest earlier fork of the case; 0 in the first fork
 */
record PilotFork(
        double first,
        double early,
        double age,
        double later,
        double longest,
        double agreement,
        double patience,
        double slower,
        double known,
        double fastest)
        implements StopRule {

    static final String NAME = "pilot";

    /** Seconds; a shorter plan is only a trial, and does not show how long the JIT takes. */
    private static final double SHORTEST_PLAN = 10;

    /** Seconds: twenty iterations of 0.1 s, whose second half is the sample. */
    private static final double SHORTEST_FORK = 2;

    /** Compilers are idle if they work for at most this share of the time of a sample. */
    private static final double AT_REST = 0.01;

    PilotFork {
        RuleSettings.above(NAME, "first", first, 0);
        RuleSettings.above(NAME, "early", early, 0);
        RuleSettings.atLeast(NAME, "age", age, 1);
        RuleSettings.above(NAME, "later", later, 0);
        RuleSettings.atLeast(NAME, "longest", longest, Math.max(first, later));
        RuleSettings.above(NAME, "agreement", agreement, 0);
        RuleSettings.atLeast(NAME, "patience", patience, 1);
        RuleSettings.above(NAME, "slower", slower, 0);
        RuleSettings.atLeast(NAME, "known", known, 0);
        RuleSettings.atLeast(NAME, "fastest", fastest, 0);
    }

    static PilotFork standard() {
        return of(new RuleSettings(NAME, ""));
    }

    /** Returns this rule with all times scaled to another length of its longest fork. */
    PilotFork scaled(double planned) {
        double length = Math.max(SHORTEST_PLAN, planned);
        double share = length / longest;
        return new PilotFork(
                first * share,
                Math.max(SHORTEST_FORK, early * share),
                age,
                Math.max(SHORTEST_FORK, later * share),
                length,
                agreement,
                patience,
                slower,
                known,
                fastest);
    }

    static PilotFork of(RuleSettings settings) {
        return new PilotFork(
                settings.number("first", 40),
                settings.number("early", 10),
                settings.number("age", 8),
                settings.number("later", 5),
                settings.number("longest", 100),
                settings.number("agreement", 0.02),
                settings.number("patience", 1.5),
                settings.number("slower", 0.03),
                settings.number("known", 0),
                settings.number("fastest", 0));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public OptionalDouble longestFork() {
        return OptionalDouble.of(longest);
    }

    @Override
    public StopRule next(List<Point> fork) {
        if (fork.isEmpty()) {
            return this;
        }
        Series series = Series.of(fork);
        double steady = Math.max(known, series.steadyFrom(agreement));
        double level = series.median(sampleFrom(series, series.half()), series.count());
        return new PilotFork(
                first,
                early,
                age,
                later,
                longest,
                agreement,
                patience,
                slower,
                steady,
                fastest == 0 ? level : Math.min(fastest, level));
    }

    /** Returns the beginning of the sample, after the time that earlier forks needed to become steady. */
    private int sampleFrom(Series series, int half) {
        return Math.max(half, Math.min(series.after(known), series.count() - 1));
    }

    @Override
    public Watch begin() {
        boolean pilot = known == 0;
        return new LadderWatch(pilot ? Math.min(early, first) : Math.max(later, patience * known), longest) {
            @Override
            protected int measuredFrom(Series series) {
                return pilot ? endOfFirst(series) : endOfLater(series);
            }
        };
    }

    /** Returns the first measured point if a first fork may end now; otherwise {@link Series#NONE}. */
    int endOfFirst(Series series) {
        int from = series.agreeingHalf(agreement);
        return from < 0 || (isSoon(series) && !isOld(series, from)) ? Series.NONE : from;
    }

    /** Returns the first measured point if a later fork may end now; otherwise {@link Series#NONE}. */
    int endOfLater(Series series) {
        int from = series.agreeingHalf(agreement);
        if (from < 0) {
            return Series.NONE;
        }
        int sample = sampleFrom(series, from);
        return isSoon(series) && isSlower(series, sample) ? Series.NONE : sample;
    }

    private boolean isSoon(Series series) {
        return series.seconds() + Series.ROUNDING < first;
    }

    private boolean isSlower(Series series, int from) {
        return fastest > 0 && series.median(from, series.count()) > fastest * (1 + slower);
    }

    private boolean isOld(Series series, int from) {
        return series.isOld(agreement, age)
                && series.compiling(from) <= AT_REST * (series.seconds() - series.end(from));
    }
}
