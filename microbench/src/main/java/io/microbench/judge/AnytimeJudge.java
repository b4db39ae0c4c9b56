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
 * Judges cases by an interval that may be checked after each pair of forks; see {@link AnytimeRatio}.
 *
 * <p>The level is divided by the number of cases (Bonferroni): with probability 1 - level, no interval of any case is
 * ever wrong, regardless of when the comparison stops.
 *
 * <p>With few pairs, the interval assumes that forks are normally distributed. So a change is claimed only after enough
 * pairs: for any distribution, the probability that two equal sides are ever completely separated must be at most the
 * case's share of the level. At a level of 1 %, this takes 6 pairs for a single case and 10 for one of 500.
 */
public final class AnytimeJudge {

    /** The number of terms in the sum over looks; each term is about a quarter of the previous one. */
    private static final int LOOKS = 30;

    private final int cases;
    private final double confidence;
    private final double band;
    private final int leastPairs;
    private final Map<String, SuspectedChange> suspected = new HashMap<>();

    /** Creates a judge of several cases. If the forks rule out a suspected change, the judge reports this and the case is settled. */
    public AnytimeJudge(double level, int cases, double band, List<SuspectedChange> suspects) {
        suspects.forEach(each -> suspected.put(each.caseId(), each));
        this.cases = Math.max(1, cases);
        this.confidence = 1 - level / this.cases;
        this.band = band;
        this.leastPairs = leastPairs(level / this.cases);
    }

    /**
     * Returns the minimum number of pairs before the first look: with it, the probability that two equal sides are completely separated at
     * any look is at most the given chance.
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
     * Judges a case by its pairs of forks so far; called again after each pair. The ratio of a pair may be more precise than the ratio of
     * its forks' values.
     *
     * @param baselineForks one value per fork of the baseline, in the order of the pairs
     * @param logRatios the logarithm of candidate / baseline for each pair
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
        // A ratio of speeds, which is inverted if a lower score is better.
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
        boolean unknown = verdict == Verdict.UNDECIDED && ruledOut.isEmpty() && more.isEmpty();
        String note = rerun.isPresent()
                ? CaseVerdict.LARGE_CHANGE
                : early
                        ? tooEarly(speed.pairs())
                        : unknown && speed.pairs() < leastPairs ? CaseVerdict.NO_ESTIMATE : "";
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
                note,
                before.interval(Confidence.OVER_FORKS.level()),
                Optional.empty(),
                rerun,
                ruledOut,
                Optional.empty());
    }

    private Optional<RuledOut> ruledOut(CaseId id, AnytimeRatio speed) {
        return Optional.ofNullable(suspected.get(id.text())).flatMap(change -> change.ruledOut(speed, band));
    }

    private String tooEarly(int pairs) {
        return "outside the band, but " + pairs + " forks per side are too few; to exclude chance for one case"
                + (cases == 1 ? "" : " among " + cases) + ", at least " + leastPairs + " per side are needed";
    }

    private OptionalInt more(AnytimeRatio speed) {
        OptionalInt all = speed.pairsToDecide(band, confidence);
        if (all.isEmpty()) {
            return all;
        }
        boolean changed = Math.abs(Math.log(speed.ratio())) > Math.log1p(band);
        int pairs = changed ? Math.max(all.getAsInt(), leastPairs) : all.getAsInt();
        int more = Math.max(1, pairs - speed.pairs());
        return speed.pairs() < leastPairs && !CaseVerdict.isReasonable(more)
                ? OptionalInt.empty()
                : OptionalInt.of(more);
    }

    static boolean positive(double[] values) {
        return Arrays.stream(values).allMatch(value -> value > 0 && Double.isFinite(value));
    }

    /**
     * A suspected slowdown of a case. Decides whether fresh forks rule it out.
     *
     * <p>A suspected change was selected because its estimate is large, so the true change is most likely smaller: if the evidence is
     * barely sufficient, estimates are too large by a factor of up to about two (A. Gelman and J. Carlin, "Beyond power calculations:
     * assessing type S (sign) and type M (magnitude) errors", Perspectives on Psychological Science 9, 2014). So a change is only ruled out
     * if the interval of the fresh forks excludes half of it, on a logarithmic scale, and all larger changes: for a suspected -50 %, all
     * changes of -29.3 % and worse. Changes within the band are considered no change.
     *
     * <p>The interval is that of {@link AnytimeRatio}, because the forks are checked after each pair. Its level is
     * {@link Confidence#RULED_OUT} for each case, regardless of the number of cases. A wrong exclusion costs only one night, because the history
     * nominates the same level again; with a stricter level, a noisy night would use up its whole budget.
     *
     * <p>If the interval excludes both the suspected change and no change, there is a different change. Then nothing is ruled out, and more
     * forks are run.
     *
     * @param ratio the ratio of the suspected speed to the earlier speed: 0.5 for half the speed. A ratio outside of 0 to 1 is not a
     *     slowdown and is never ruled out
     */
    public record SuspectedChange(String caseId, double ratio) {

        /** The share of a suspected change's logarithm that must be excluded. */
        private static final double SHARE = 0.5;

        /** Returns the exclusion of this change; empty while the change is possible, and if there is a different change. */
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

        /** Describes a suspected slowdown that fresh forks rule out; see {@link SuspectedChange}. */
        public record RuledOut(double suspected, double low, double high, double confidence) {

            /**
             * Returns the suspected change and the interval in one line: {@code ruled out: history says -50.0%, fresh forks -11.0% to
             * +16.0%}.
             */
            public String text() {
                return "ruled out: history says " + Numbers.change(suspected - 1) + ", fresh forks "
                        + Numbers.change(low - 1) + " to " + Numbers.change(high - 1);
            }
        }
    }
}
