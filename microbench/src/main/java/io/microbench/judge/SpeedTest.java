// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.stats.ForkRatio;
import io.microbench.stats.Interval;
import io.microbench.stats.PermutationTest;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tests whether the speed differs between a baseline and a candidate, given one value per fork.
 *
 * <p>The p value is the larger of two p values: from Welch's t test on logarithms ({@link ForkRatio}), which assumes
 * that forks are normally distributed, and from the permutation test, which assumes no distribution. With few forks,
 * the latter has a floor: the chance that two equal sides are completely separated (0.8 % for 5 against 5). If a
 * benchmark has two kinds of forks, for example because of different inlining, the sides may be separated by chance,
 * and the t test then wrongly reports a change. If the floor is above one case's share of the level, only large changes
 * are detected: all forks of one side are at least {@link #LARGE} times as fast as all of the other, or {@link
 * #VERY_LARGE} times with fewer than {@link #FORKS_FOR_LARGE} forks per side. Then the t test alone decides. This
 * assumes that no benchmark has two kinds of forks that are so far apart; {@code ForkCountRates} counts the errors if
 * one does. The permutation test is skipped if the t test is not significant. If there are too many divisions to
 * enumerate, the p value of completely separated sides is the floor; for others, a random sample is drawn, as large as
 * one case's share of the level requires.
 *
 * @param speed ratio of speeds, candidate over baseline
 * @param interval interval of this ratio for a single case; empty if a side has one fork or a value of zero
 * @param p two-sided p value of the hypothesis that nothing has changed; NaN if a side has one fork
 * @param gap ratio of the slowest fork of the faster side to the fastest fork of the other; 1 or less if the sides
 *     overlap
 */
record SpeedTest(ForkRatio speed, Optional<Interval> interval, double p, double gap) {

    /** The factor of a large change, which five or more forks per side detect, regardless of the number of cases. */
    static final double LARGE = 1.5;

    /** The factor of a change that even two to four forks per side detect. */
    static final double VERY_LARGE = 3;

    /** Minimum number of forks per side that detect a change by a factor of {@link #LARGE}. */
    static final int FORKS_FOR_LARGE = 5;

    static SpeedTest of(double[] baseline, double[] candidate, boolean higherIsBetter, JudgeSettings settings) {
        ForkRatio speed = higherIsBetter ? ForkRatio.of(baseline, candidate) : ForkRatio.of(candidate, baseline);
        Optional<Interval> interval = speed.interval(settings.confidence());
        double gap = gap(baseline, candidate);
        double welch = speed.pValue().orElse(Double.NaN);
        boolean exact = interval.isPresent() && interval.get().halfWidth() == 0;
        int forks = Math.min(baseline.length, candidate.length);
        // A coarse clock may be the reason why a few forks agree exactly.
        boolean alone = isFarApart(gap, forks) && !(exact && forks < FORKS_FOR_LARGE);
        double p = !alone && (exact || welch <= settings.level())
                ? Math.max(welch, permutation(baseline, candidate, settings))
                : welch;
        return new SpeedTest(speed, interval, p, gap);
    }

    private static boolean isFarApart(double gap, int forks) {
        return gap >= (forks < FORKS_FOR_LARGE ? VERY_LARGE : LARGE);
    }

    private static double permutation(double[] baseline, double[] candidate, JudgeSettings settings) {
        double floor = PermutationTest.floor(baseline.length, candidate.length);
        boolean few = 1 / floor < PermutationTest.MOST_ARRANGEMENTS;
        return !few && gap(baseline, candidate) > 1
                ? floor
                : PermutationTest.finerThan(settings.threshold(), baseline, candidate)
                        .pValue();
    }

    private static double gap(double[] baseline, double[] candidate) {
        DoubleSummaryStatistics before = Arrays.stream(baseline).summaryStatistics();
        DoubleSummaryStatistics after = Arrays.stream(candidate).summaryStatistics();
        return Math.max(before.getMin() / after.getMax(), after.getMin() / before.getMax());
    }

    Verdict verdict(double adjusted, JudgeSettings settings) {
        Verdict verdict = shown(settings.tolerance());
        boolean change = verdict == Verdict.FASTER || verdict == Verdict.SLOWER;
        boolean claimable = enoughForks(settings) || isLarge();
        return change && !(claimable && adjusted <= settings.level()) ? Verdict.UNDECIDED : verdict;
    }

    /** Returns the verdict that is based on the interval alone, without adjustment for other cases. */
    Verdict shown(double tolerance) {
        return interval.map(i -> Verdict.of(i, tolerance)).orElse(Verdict.UNDECIDED);
    }

    /** Returns whether all forks of one side are far enough from all forks of the other for a large change. */
    boolean isLarge() {
        return isFarApart(gap, forks());
    }

    private int forks() {
        return Math.min(speed.baselineForks(), speed.candidateForks());
    }

    private boolean enoughForks(JudgeSettings settings) {
        return settings.canClaim(speed.baselineForks(), speed.candidateForks());
    }

    /**
     * Returns the smallest change, as a share, that these forks would detect with the requested power: it must be
     * significant among all cases, and its interval must be outside the tolerance. NaN if the forks are too few for any
     * change that is not large.
     */
    double smallestChange(JudgeSettings settings) {
        if (!enoughForks(settings)) {
            return Double.NaN;
        }
        double significant = speed.detectableChange(settings.threshold(), JudgeSettings.POWER)
                .orElse(Double.NaN);
        double clear =
                speed.detectableChange(settings.level(), JudgeSettings.POWER).orElse(Double.NaN);
        return Math.max(significant, (1 + clear) * (1 + settings.tolerance()) - 1);
    }

    /**
     * Returns the number of additional forks per side that would most likely lead to a verdict if the ratio and the
     * spread stay the same; empty if there is no such number, or if an unreasonable number is estimated from fewer
     * forks than a verdict needs.
     */
    OptionalInt moreForks(JudgeSettings settings) {
        OptionalInt more = estimate(settings);
        return more.isPresent() && !enoughForks(settings) && !CaseVerdict.isReasonable(more.getAsInt())
                ? OptionalInt.empty()
                : more;
    }

    private OptionalInt estimate(JudgeSettings settings) {
        OptionalInt band = speed.forksToDecide(settings.tolerance(), settings.confidence());
        if (band.isEmpty()) {
            return band;
        }
        int forks = band.getAsInt();
        if (Math.abs(Math.log(speed.ratio())) > Math.log1p(settings.tolerance())) {
            OptionalInt claim = speed.forksToDecide(0, 1 - settings.threshold());
            if (claim.isEmpty()) {
                return claim;
            }
            int enough = Math.min(settings.fewestForks(), gap >= LARGE ? FORKS_FOR_LARGE : Integer.MAX_VALUE);
            forks = Math.max(forks, Math.max(claim.getAsInt(), enough));
        }
        return OptionalInt.of(Math.max(1, forks - forks()));
    }

    /**
     * Returns the number of forks per side for a new measurement if the case changed by a factor of {@link #LARGE} or more but has too few
     * forks for a verdict; otherwise empty.
     */
    OptionalInt rerunForks(JudgeSettings settings) {
        boolean open = interval.isEmpty() && forks() > 1;
        return open
                ? OptionalInt.empty()
                : rerunForks(speed.ratio(), forks(), moreForks(settings), settings.fewestForks());
    }

    /** Returns the same number, computed from the values of an undecided case. */
    static OptionalInt rerunForks(double ratio, int forks, OptionalInt more, int fewest) {
        if (!(Math.abs(Math.log(ratio)) >= Math.log(LARGE))) {
            return OptionalInt.empty();
        }
        if (more.isPresent() && CaseVerdict.isReasonable(more.getAsInt())) {
            return OptionalInt.of(forks + more.getAsInt());
        }
        return forks < fewest ? OptionalInt.of(fewest) : OptionalInt.empty();
    }

    String obstacle(JudgeSettings settings) {
        if (rerunForks(settings).isPresent()) {
            return CaseVerdict.LARGE_CHANGE;
        }
        if (forks() < 2) {
            return "a single fork does not show how JVMs differ; at least " + settings.fewestForks()
                    + " per side are needed to call a case changed";
        }
        if (interval.isEmpty()) {
            return "a fork has a score of zero or below, so there is no ratio";
        }
        if (!Verdict.of(interval.get(), settings.tolerance()).decided()) {
            return enoughForks(settings) || moreForks(settings).isPresent() ? "" : CaseVerdict.NO_ESTIMATE;
        }
        return enoughForks(settings)
                ? "outside the tolerance, but not significant for " + settings.oneCase()
                : CaseVerdict.TOO_FEW;
    }
}
