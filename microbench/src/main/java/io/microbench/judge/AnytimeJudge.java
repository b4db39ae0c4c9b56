// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import io.microbench.result.CaseId;
import io.microbench.stats.AnytimeRatio;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.Interval;
import io.microbench.stats.PermutationTest;
import io.microbench.text.Numbers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Judges by an interval that may be checked after each pair; see {@link AnytimeRatio}.
 *
 * <p>The level is divided by the number of cases (Bonferroni): with probability 1 - level no interval of any case is ever
 * wrong, whenever the comparison stops.
 *
 * <p>With few pairs, that interval assumes that forks are normally distributed. So a change is claimed only after enough pairs:
 * the probability that two equal sides are ever completely separated must be at most the case's share of the level, whatever the
 * distribution: 6 pairs for one case, 10 for one among 500, at a level of 1 %.
 */
public final class AnytimeJudge {

    /** The number of looks in the sum; each further pair is four times less likely to separate equal sides. */
    private static final int LOOKS = 30;

    private final int cases;
    private final double confidence;
    private final double band;
    private final int leastPairs;
    private final Map<String, SuspectedChange> suspected = new HashMap<>();

    /** Judges one of several cases; a suspected change that the forks exclude is reported, and settles the case. */
    public AnytimeJudge(double level, int cases, double band, List<SuspectedChange> suspects) {
        suspects.forEach(each -> suspected.put(each.caseId(), each));
        this.cases = Math.max(1, cases);
        this.confidence = 1 - level / this.cases;
        this.band = band;
        this.leastPairs = leastPairs(level / this.cases);
    }

    /**
     * Returns the fewest pairs before the first look for which all looks together separate two equal sides with at most this chance.
     */
    public static int leastPairs(double chance) {
        int pairs = PermutationTest.fewestForks(chance);
        while (everClear(pairs) > chance) {
            pairs++;
        }
        return pairs;
    }

    private static double everClear(int pairs) {
        double sum = 0;
        for (int n = pairs; n < pairs + LOOKS; n++) {
            sum += PermutationTest.floor(n, n);
        }
        return sum;
    }

    /**
     * Judges a case from the pairs of forks it has so far; called again after every further pair. The ratio of a pair may be known
     * more precisely than the values of its two forks allow.
     *
     * @param baselineForks one value per fork of the baseline, in the order of the pairs
     * @param logRatios logarithm of candidate / baseline of each pair
     */
    public CaseVerdict judge(
            CaseId id,
            String unit,
            boolean higherIsBetter,
            double[] baselineForks,
            double[] candidateForks,
            double[] logRatios) {
        if (baselineForks.length == 0
                || !positive(baselineForks)
                || !positive(candidateForks)
                || !Arrays.stream(logRatios).allMatch(Double::isFinite)) {
            return CaseVerdict.withoutRatio(id, unit, higherIsBetter, baselineForks, candidateForks);
        }
        // The ratio is a ratio of speeds, so the better value is the numerator.
        AnytimeRatio speed = AnytimeRatio.ofLogarithms(
                Arrays.stream(logRatios).map(log -> higherIsBetter ? log : -log).toArray());
        Optional<Interval> interval = speed.interval(confidence);
        double low = interval.map(Interval::low).orElse(0.0);
        double high = interval.map(Interval::high).orElse(Double.POSITIVE_INFINITY);
        Verdict seen = interval.map(i -> Verdict.of(i, band)).orElse(Verdict.UNDECIDED);
        boolean early = (seen == Verdict.FASTER || seen == Verdict.SLOWER) && speed.pairs() < leastPairs;
        Verdict verdict = early ? Verdict.UNDECIDED : seen;
        Optional<RuledOut> ruledOut = early ? Optional.empty() : ruledOut(id, speed);
        OptionalInt more = early
                ? OptionalInt.of(leastPairs - speed.pairs())
                : verdict == Verdict.UNDECIDED && ruledOut.isEmpty() ? more(speed) : OptionalInt.empty();
        OptionalInt rerun = verdict == Verdict.UNDECIDED && ruledOut.isEmpty()
                ? SpeedTest.rerunForks(speed.ratio(), speed.pairs(), more, leastPairs)
                : OptionalInt.empty();
        ForkEstimate before = ForkEstimate.of(baselineForks);
        return new CaseVerdict(
                id,
                verdict,
                before.value(),
                ForkEstimate.of(candidateForks).value(),
                unit,
                higherIsBetter,
                speed.ratio(),
                low,
                high,
                speed.pValue(),
                speed.detectableChange(confidence, JudgeSettings.POWER).orElse(Double.NaN),
                baselineForks.length,
                candidateForks.length,
                more,
                Optional.empty(),
                rerun.isPresent() ? tooFew(rerun.getAsInt()) : early ? tooEarly(speed.pairs()) : "",
                before.interval(Confidence.OVER_FORKS.level()),
                Optional.empty(),
                rerun,
                ruledOut);
    }

    private Optional<RuledOut> ruledOut(CaseId id, AnytimeRatio speed) {
        return Optional.ofNullable(suspected.get(id.text())).flatMap(change -> change.ruledOut(speed, band));
    }

    private static String tooFew(int forks) {
        return CaseVerdict.LARGE_CHANGE + "run again with " + forks + " a side; raise the budget or the fork range";
    }

    private String tooEarly(int pairs) {
        return "beyond the band, but " + pairs + " forks a side are too few; to exclude chance for one case"
                + (cases == 1 ? "" : " among " + cases) + " at least " + leastPairs + " a side are needed";
    }

    private OptionalInt more(AnytimeRatio speed) {
        OptionalInt all = speed.pairsToDecide(band, confidence);
        if (all.isEmpty()) {
            return all;
        }
        boolean changed = Math.abs(Math.log(speed.ratio())) > Math.log1p(band);
        int pairs = changed ? Math.max(all.getAsInt(), leastPairs) : all.getAsInt();
        return OptionalInt.of(Math.max(1, pairs - speed.pairs()));
    }

    static boolean positive(double[] values) {
        return Arrays.stream(values).allMatch(value -> value > 0 && Double.isFinite(value));
    }

    /**
     * Describes the suspected slowdown of a case, and decides when fresh forks rule it out.
     *
     * <p>A suspected change is an estimate that was selected because it is large, so the true one is most likely smaller: when the
     * evidence is barely sufficient, estimates are too large by a factor of up to about two (A. Gelman and J. Carlin, "Beyond power
     * calculations: assessing type S (sign) and type M (magnitude) errors", Perspectives on Psychological Science 9, 2014). So a
     * change is only ruled out if the interval of the fresh forks excludes everything from half of it upward, on the scale of
     * logarithms, where halves of ratios are ratios: of a suspected -50 % everything from -29.3 % upward. Changes within the band
     * count as no change.
     *
     * <p>The interval is that of {@link AnytimeRatio}, because the forks are checked after each pair. Its level is
     * {@link Confidence#RULED_OUT} for each case, whatever the number of cases: a wrong exclusion costs one night, as the history
     * nominates the same level again, and a stricter level would make a noisy night cost its whole budget.
     *
     * <p>An interval that excludes both the suspected change and no change shows a different change. Then nothing is ruled out, and
     * more forks are run.
     *
     * @param ratio the suspected speed over the earlier one: 0.5 for half the speed; a ratio outside of 0 to 1 is not a slowdown,
     *     and is never ruled out
     */
    public record SuspectedChange(String caseId, double ratio) {

        /** The part of a suspected change, as a share of its logarithm, that has to be excluded. */
        private static final double SHARE = 0.5;

        /** Returns the exclusion of this change; empty while it is possible, and if there is a different change. */
        Optional<RuledOut> ruledOut(AnytimeRatio speed, double band) {
            if (!(ratio > 0 && ratio < 1)) {
                return Optional.empty();
            }
            double none = 1 / (1 + band);
            double least = Math.min(Math.pow(ratio, SHARE), none);
            double confidence = Confidence.RULED_OUT.level();
            Optional<Interval> interval = speed.interval(confidence);
            return interval.filter(fresh -> fresh.low() > least && fresh.high() >= none)
                    .map(fresh -> new RuledOut(ratio, fresh.low(), fresh.high(), confidence));
        }

        /** Describes a suspected slowdown that fresh forks exclude; see {@link SuspectedChange}. */
        public record RuledOut(double suspected, double low, double high, double confidence) {

            /** Returns both in one line: {@code ruled out: history says -50.0%, fresh forks -11.0% to +16.0%}. */
            public String text() {
                return "ruled out: history says " + Numbers.change(suspected - 1) + ", fresh forks "
                        + Numbers.change(low - 1) + " to " + Numbers.change(high - 1);
            }
        }
    }
}
