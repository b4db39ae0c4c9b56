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
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Stores the forks of the current and the previous version, and formats them as lines; for any thread. */
final class WatchLog {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final List<WatchedFork> rounds = new ArrayList<>();
    private List<WatchedFork> old = List.of();
    private List<WatchedFork> current = new ArrayList<>();
    private Verdict verdict = Verdict.UNDECIDED;

    synchronized void changed() {
        if (!current.isEmpty()) {
            old = List.copyOf(current);
            current = new ArrayList<>();
        }
        verdict = Verdict.UNDECIDED;
    }

    /** Adds a fork and returns its line, with the comparison until that is decided for the first time. */
    synchronized String add(WatchedFork round) {
        rounds.add(round);
        current.add(round);
        Optional<BaselineComparison> compared =
                verdict.decided() ? Optional.empty() : BaselineComparison.of(old, current);
        compared.ifPresent(c -> verdict = c.verdict());
        String line = String.format(
                Locale.ROOT,
                "%s  #%d  %s %s",
                time(round.end()),
                round.version(),
                BaselineComparison.number(round.value()),
                round.unit());
        return compared.map(c -> line + "  " + c.line()).orElse(line);
    }

    synchronized List<WatchedFork> rounds() {
        return List.copyOf(rounds);
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }

    /**
     * Compares the forks from before and after a change of the code.
     *
     * <p>The result is shown after every fork, so the interval is valid at any time, see {@link AnytimeRatio}. It requires
     * pairs: the first fork of the new code and the last of the old code, the second and the last but one, and so on. Pairs
     * remove common disturbances, which are few here, as the old code was measured earlier; {@code compare} alternates
     * forks.
     *
     * @param interval of the ratio; empty while there are too few forks
     * @param verdict undecided without an interval
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
        /** From this ratio on, a factor is more readable than percent. */
        private static final double FACTOR_FROM = 10;

        /** Compares the forks; returns empty if either side has no value above 0. */
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
         * Returns one line such as
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

        /** Formats a value to be followed by a unit; from a million on with a prefix. */
        static String number(double value) {
            return value >= PREFIXED_FROM ? Quantity.COUNT.format(value) : Numbers.score(value);
        }

        /** Formats a ratio in percent, or as a factor if the ratio of this line is large; bounds have the same format. */
        private String change(double value) {
            return ratio >= FACTOR_FROM ? "x" + Numbers.fixed(value, 2) : Numbers.change(value - 1);
        }
    }

    /**
     * One measured fork of a case or snippet that is watched.
     *
     * @param version of the code, 1 for the initial one
     * @param value the median of its measured iterations
     */
    record WatchedFork(Instant end, int version, double value, String unit) {}
}
