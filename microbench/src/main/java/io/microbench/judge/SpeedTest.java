/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import io.microbench.stats.Alternative;
import io.microbench.stats.ForkRatio;
import io.microbench.stats.Interval;
import io.microbench.stats.PermutationTest;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tests one value per fork of an old side against one value per fork of a new side.
 *
 * <p>The p value is the larger one of two: that of Welch's t test on logarithms ({@link ForkRatio}), which takes forks
 * for normal, and that of the permutation test, which assumes no distribution. A few forks cannot bring the latter
 * below a floor, the chance that sides which do not differ lie clear of each other (0.8 % for 5 against 5): forks of
 * two kinds, as after one of two ways of inlining, do that as often as chance has it, and the t test takes each such
 * case for a certain change. Where the floor lies above the level's share of one case, nothing is called changed. The
 * permutation test is not asked where the t test sees nothing; where there are too many divisions to go through, and
 * none of those drawn is as extreme, its p value is taken to be the floor.
 *
 * @param speed ratio of speeds, candidate over baseline
 * @param interval interval of that ratio for one case; empty where a side has one fork, or a value of zero leaves it
 *     open
 * @param p two-sided p value of "nothing has changed"; NaN where a side has one fork
 */
record SpeedTest(ForkRatio speed, Optional<Interval> interval, double p) {

    static SpeedTest of(double[] baseline, double[] candidate, boolean higherIsBetter, JudgeSettings settings) {
        ForkRatio speed = higherIsBetter ? ForkRatio.of(baseline, candidate) : ForkRatio.of(candidate, baseline);
        Optional<Interval> interval = speed.interval(settings.confidence());
        return new SpeedTest(speed, interval, p(speed, interval, baseline, candidate, settings.level()));
    }

    private static double p(
            ForkRatio speed, Optional<Interval> interval, double[] baseline, double[] candidate, double level) {
        double welch = speed.pValue(Alternative.DIFFERENT).orElse(Double.NaN);
        boolean exact = interval.isPresent() && interval.get().halfWidth() == 0;
        return exact || welch <= level ? Math.max(welch, permutation(baseline, candidate)) : welch;
    }

    private static double permutation(double[] baseline, double[] candidate) {
        double floor = PermutationTest.floor(baseline.length, candidate.length, Alternative.DIFFERENT);
        boolean few = 1 / floor < PermutationTest.MOST_ARRANGEMENTS;
        if (!few && clear(baseline, candidate)) {
            return floor;
        }
        PermutationTest test = PermutationTest.of(baseline, candidate, Alternative.DIFFERENT);
        boolean none = !test.exact() && test.pValue() * (test.arrangements() + 1) < 2;
        return none ? floor : test.pValue();
    }

    /** Returns whether one side lies wholly above the other. */
    private static boolean clear(double[] baseline, double[] candidate) {
        DoubleSummaryStatistics before = Arrays.stream(baseline).summaryStatistics();
        DoubleSummaryStatistics after = Arrays.stream(candidate).summaryStatistics();
        return before.getMax() < after.getMin() || after.getMax() < before.getMin();
    }

    /**
     * Returns the verdict.
     *
     * @param adjusted the p value, adjusted for all cases that are judged together
     */
    Verdict verdict(double adjusted, JudgeSettings settings) {
        Verdict verdict = interval.map(i -> Verdict.of(i, settings.tolerance())).orElse(Verdict.UNDECIDED);
        boolean change = verdict == Verdict.FASTER || verdict == Verdict.SLOWER;
        return change && (!enoughForks(settings) || !(adjusted <= settings.level())) ? Verdict.UNDECIDED : verdict;
    }

    private boolean enoughForks(JudgeSettings settings) {
        return settings.canClaim(speed.baselineForks(), speed.candidateForks());
    }

    /**
     * Returns the smallest change, as a share, that these forks would show with the power asked for: it has to be
     * significant among all cases, and its interval has to clear the tolerance. NaN where these forks are too few for
     * any claim.
     */
    double smallestChange(JudgeSettings settings) {
        if (!enoughForks(settings)) {
            return Double.NaN;
        }
        double significant =
                speed.detectableChange(settings.threshold(), settings.power()).orElse(Double.NaN);
        double clear =
                speed.detectableChange(settings.level(), settings.power()).orElse(Double.NaN);
        return Math.max(significant, (1 + clear) * (1 + settings.tolerance()) - 1);
    }

    /** Returns how many more forks a side would most likely decide, if ratio and spread stay what they are. */
    OptionalInt moreForks(JudgeSettings settings) {
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
            forks = Math.max(forks, Math.max(claim.getAsInt(), settings.fewestForks()));
        }
        return OptionalInt.of(Math.max(1, forks - Math.min(speed.baselineForks(), speed.candidateForks())));
    }

    /** Returns what keeps the case from being decided, where it is more than a wide interval; otherwise empty. */
    String obstacle(JudgeSettings settings) {
        if (Math.min(speed.baselineForks(), speed.candidateForks()) < 2) {
            return "one fork on a side does not show how JVMs differ; at least " + settings.fewestForks()
                    + " a side are needed to call a case changed";
        }
        if (interval.isEmpty()) {
            return "a fork has a score of zero or below, which leaves the ratio open";
        }
        if (!Verdict.of(interval.get(), settings.tolerance()).decided()) {
            return "";
        }
        return enoughForks(settings)
                ? "beyond the tolerance, but not sure enough for " + settings.oneCase()
                : "beyond the tolerance, but " + speed.baselineForks() + " and " + speed.candidateForks()
                        + " forks are that far apart by chance too often for " + settings.oneCase() + ": at least "
                        + settings.fewestForks() + " a side are needed (-Dforks=" + settings.fewestForks()
                        + "), or fewer cases at once, or microbench compare, which adds forks until it can decide";
    }
}
