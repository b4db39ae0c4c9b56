// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.judge.JudgeSettings;
import io.microbench.judge.Verdict;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.Confidence;
import io.microbench.stats.Descriptive;
import io.microbench.stats.Interval;
import io.microbench.stats.UnpairedRatio;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Stores the forks of the current and the previous version, and formats them as lines. Thread-safe. */
final class WatchLog {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final List<WatchedFork> rounds = new ArrayList<>();
    private List<WatchedFork> old = List.of();
    private List<WatchedFork> current = new ArrayList<>();
    private Verdict verdict = Verdict.UNDECIDED;

    /** Makes the existing forks the baseline, and returns a sentence about the baseline of the given version. */
    synchronized String changed(int version) {
        if (!current.isEmpty()) {
            old = List.copyOf(current);
            current = new ArrayList<>();
        }
        verdict = Verdict.UNDECIDED;
        String text = "The code has changed: #" + version + ".";
        if (old.isEmpty()) {
            return text;
        }
        int fewest = BaselineComparison.fewest(old.size());
        return text + " Its baseline has " + Counted.of(old.size(), "fork")
                + (old.size() < fewest ? ", so a verdict needs at least " + fewest + " forks of the new code." : ".");
    }

    /** Adds a fork and returns its line, with the comparison until the first verdict. */
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
                Numbers.brief(round.value()),
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
     * <p>The result is shown after every fork, so the interval is valid at any time, see {@link UnpairedRatio}. Of a
     * long baseline, only the last {@value #RECENT} forks are used, or as many as the new code has: the machine may
     * have been faster or slower before.
     *
     * @param interval the interval of the ratio; empty while there are too few forks
     * @param verdict undecided without an interval, and after one fork, which may have been disturbed
     * @param forks the number of forks of the new code
     * @param before the number of compared forks of the old code
     */
    record BaselineComparison(
            double baselineValue,
            double candidateValue,
            String unit,
            double ratio,
            Optional<Interval> interval,
            Verdict verdict,
            int forks,
            int before) {
        private static final double BAND = JudgeSettings.TOLERANCE;
        private static final double LEVEL = Confidence.VERDICT.level();
        private static final int RECENT = 10;
        private static final int FEWEST = 2;
        private static final int FEWEST_WITH_OUTLIERS = 5;
        /**
         * The distance from the median beyond which a value is an outlier, in median absolute deviations of logarithms;
         * about 6 standard deviations of normal values.
         */
        private static final double FAR = 9;

        /** The ratio above which a factor is more readable than a percentage. */
        private static final double FACTOR_FROM = 10;

        /** Compares the forks; returns empty if a side has no values, or a value that is not positive. */
        static Optional<BaselineComparison> of(List<WatchedFork> baseline, List<WatchedFork> candidate) {
            int first = Math.max(0, baseline.size() - Math.max(RECENT, candidate.size()));
            double[] recent = values(baseline.subList(first, baseline.size()));
            double[] after = values(candidate);
            if (recent.length == 0
                    || after.length == 0
                    || !DoubleStream.concat(Arrays.stream(recent), Arrays.stream(after))
                            .allMatch(value -> value > 0)) {
                return Optional.empty();
            }
            double[] before = undisturbed(recent);
            String unit = candidate.get(0).unit();
            boolean rate = ScoreUnit.parse(unit).map(ScoreUnit::higherIsBetter).orElse(false);
            UnpairedRatio speed =
                    rate ? UnpairedRatio.of(before, after, LEVEL) : UnpairedRatio.of(after, before, LEVEL);
            return Optional.of(new BaselineComparison(
                    Descriptive.median(before),
                    Descriptive.median(after),
                    unit,
                    speed.ratio(),
                    speed.interval(),
                    speed.interval()
                            .filter(found -> after.length >= FEWEST)
                            .map(found -> Verdict.of(found, BAND))
                            .orElse(Verdict.UNDECIDED),
                    after.length,
                    before.length));
        }

        /**
         * Returns the values without outliers: the compiler of a new version often runs during the last fork of the old
         * version.
         */
        private static double[] undisturbed(double[] values) {
            double middle = Descriptive.median(values);
            double spread = Descriptive.median(Arrays.stream(values)
                    .map(value -> Math.abs(Math.log(value / middle)))
                    .toArray());
            return values.length < FEWEST_WITH_OUTLIERS || !(spread > 0)
                    ? values
                    : Arrays.stream(values)
                            .filter(value -> Math.abs(Math.log(value / middle)) <= FAR * spread)
                            .toArray();
        }

        private static double[] values(List<WatchedFork> forks) {
            return forks.stream().mapToDouble(WatchedFork::value).toArray();
        }

        /** Returns the minimum number of forks of the new code for a verdict. */
        static int fewest(int baseline) {
            return Math.max(FEWEST, UnpairedRatio.fewestForks(baseline, LEVEL));
        }

        /**
         * Returns one line such as
         * {@code baseline 2.010 us/op, candidate 1.005 us/op, speed +100.0% [+97.1%, +103.2%]: FASTER}.
         */
        String line() {
            return String.format(
                    Locale.ROOT,
                    "baseline %s %s, candidate %s %s, speed %s%s: %s",
                    Numbers.brief(baselineValue),
                    unit,
                    Numbers.brief(candidateValue),
                    unit,
                    change(ratio),
                    interval.map(found -> " [" + change(found.low()) + ", " + change(found.high()) + "]")
                            .orElse(""),
                    verdict == Verdict.UNDECIDED
                            ? "undecided after " + Counted.of(forks, "fork")
                                    + (forks < fewest(before)
                                            ? "; with " + before + " of the baseline, a verdict needs at least "
                                                    + fewest(before)
                                            : "")
                            : verdict);
        }

        /** Formats a ratio in percent, or as a factor if the ratio of this line is large; bounds have the same format. */
        private String change(double value) {
            return ratio >= FACTOR_FROM ? "x" + Numbers.fixed(value, 2) : Numbers.change(value - 1);
        }
    }

    /**
     * One measured fork of a case or snippet that is watched.
     *
     * @param version the version of the code, 1 for the initial code
     * @param value the median of its measured iterations
     */
    record WatchedFork(Instant end, int version, double value, String unit) {}
}
