// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.judge.JudgeSettings;
import io.microbench.judge.Verdict;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.AnytimeRatio;
import io.microbench.stats.Confidence;
import io.microbench.stats.Descriptive;
import io.microbench.stats.Interval;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares what was measured of a code before it changed with what was measured since.
 *
 * <p>Somebody looks after every fork, so the interval is one that may be looked at all the time, see
 * {@link AnytimeRatio}. It wants pairs: the first fork of the new code goes with the last of the old one, the second
 * with the last but one. Pairs take out what both forks share, and here that is little, as the old code was measured
 * before and not in turn; {@code compare} measures in turn.
 *
 * @param baselineValue median of the old forks that count
 * @param candidateValue median of the new forks that count
 * @param ratio speed of the new code over that of the old one
 * @param interval of the ratio; empty while there are too few forks for one
 * @param verdict undecided without an interval
 * @param pairs forks of each that count
 * @param exhausted whether no fork of the old code is left for another pair
 */
record BaselineComparison(
        double baselineValue,
        double candidateValue,
        String unit,
        double ratio,
        Optional<Interval> interval,
        Verdict verdict,
        int pairs,
        boolean exhausted) {

    private static final double BAND = JudgeSettings.TOLERANCE;
    private static final double PREFIXED_FROM = 1e6;
    /** Thousands of percent are not readable. */
    private static final double FACTOR_FROM = 10;

    /** Compares; empty if either has no fork above 0. */
    static Optional<BaselineComparison> of(List<WatchedFork> baseline, List<WatchedFork> candidate) {
        int pairs = Math.min(baseline.size(), candidate.size());
        if (pairs == 0) {
            return Optional.empty();
        }
        double[] before = new double[pairs];
        double[] after = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            before[i] = baseline.get(baseline.size() - 1 - i).value();
            after[i] = candidate.get(i).value();
            if (!(before[i] > 0 && after[i] > 0)) {
                return Optional.empty();
            }
        }
        String unit = candidate.get(0).unit();
        boolean rate = ScoreUnit.parse(unit).map(ScoreUnit::higherIsBetter).orElse(false);
        AnytimeRatio speed = rate ? AnytimeRatio.of(before, after) : AnytimeRatio.of(after, before);
        Optional<Interval> interval = speed.interval(Confidence.VERDICT.level());
        return Optional.of(new BaselineComparison(
                Descriptive.median(before),
                Descriptive.median(after),
                unit,
                speed.ratio(),
                interval,
                interval.map(found -> Verdict.of(found, BAND)).orElse(Verdict.UNDECIDED),
                pairs,
                candidate.size() > baseline.size()));
    }

    /**
     * Returns it in one line:
     * {@code baseline 2.010 us/op, candidate 1.005 us/op, speed +100.0% [+97.1%, +103.2%]: FASTER}.
     */
    String line() {
        return String.format(
                Locale.ROOT,
                "baseline %s %s, candidate %s %s, speed %s%s: %s",
                number(baselineValue),
                unit,
                number(candidateValue),
                unit,
                change(ratio),
                interval.map(found -> " [" + change(found.low()) + ", " + change(found.high()) + "]")
                        .orElse(""),
                verdict == Verdict.UNDECIDED
                        ? "undecided after " + Counted.of(pairs, "fork")
                                + (exhausted ? ", all that there were of the baseline" : "")
                        : verdict);
    }

    /** Writes a value so that a unit can follow; millions and more with their prefix. */
    static String number(double value) {
        return value >= PREFIXED_FROM ? Quantity.COUNT.format(value) : Numbers.score(value);
    }

    /** Writes a ratio in percent, or as a factor where the one of this line is large; its bounds are written alike. */
    private String change(double value) {
        return ratio >= FACTOR_FROM ? "x" + Numbers.fixed(value, 2) : Numbers.change(value - 1);
    }
}
