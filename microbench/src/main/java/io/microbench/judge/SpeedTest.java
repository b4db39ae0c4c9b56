/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import io.microbench.stats.Alternative;
import io.microbench.stats.ForkRatio;
import io.microbench.stats.Interval;
import io.microbench.stats.PermutationTest;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tests one value per fork of an old side against one value per fork of a new side.
 *
 * <p>The p value is that of Welch's t test on logarithms ({@link ForkRatio}). Up to {@value #PERMUTED} forks a side the exact
 * permutation test has a say as well: it assumes no distribution, but a few forks cannot bring it below a floor (0.8 % for 5
 * against 5), far above what one case among hundreds has to show. So it can only make the p value larger, and its floor,
 * reached where one side lies wholly above the other, is not held against a case. Where forks do not differ at all there is
 * no t test and its p value counts alone. It is not asked where the t test sees nothing.
 *
 * @param speed ratio of speeds, new over old
 * @param interval interval of that ratio for one case; empty where a side has one fork, or a value of zero leaves it open
 * @param p two-sided p value of "nothing has changed"; NaN where a side has one fork
 */
record SpeedTest(ForkRatio speed, Optional<Interval> interval, double p) {

    /** The most forks a side for which all divisions are gone through: 184,756 for 10 against 10. */
    static final int PERMUTED = 10;

    static SpeedTest of(double[] old, double[] now, boolean higherIsBetter, JudgeSettings settings) {
        ForkRatio speed = higherIsBetter ? ForkRatio.of(old, now) : ForkRatio.of(now, old);
        Optional<Interval> interval = speed.interval(settings.confidence());
        return new SpeedTest(speed, interval, p(speed, interval, old, now, settings.level()));
    }

    private static double p(ForkRatio speed, Optional<Interval> interval, double[] old, double[] now, double level) {
        double welch = speed.pValue(Alternative.DIFFERENT).orElse(Double.NaN);
        boolean exact = interval.isPresent() && interval.get().halfWidth() == 0;
        boolean many = Math.max(old.length, now.length) > PERMUTED;
        if (!exact && (many || !(welch <= level))) {
            return welch;
        }
        double permutation = PermutationTest.of(old, now, Alternative.DIFFERENT).pValue();
        double floor = PermutationTest.smallestPValue(old.length, now.length, Alternative.DIFFERENT);
        return exact || permutation > floor * (1 + 1e-9) ? Math.max(welch, permutation) : welch;
    }

    /**
     * Returns the verdict.
     *
     * @param adjusted the p value, adjusted for all cases that are judged together
     */
    Verdict verdict(double adjusted, JudgeSettings settings) {
        Verdict verdict = interval.map(i -> Verdict.of(i, settings.tolerance())).orElse(Verdict.UNDECIDED);
        boolean change = verdict == Verdict.FASTER || verdict == Verdict.SLOWER;
        return change && !(adjusted <= settings.level()) ? Verdict.UNDECIDED : verdict;
    }

    /**
     * Returns the smallest change, as a share, that these forks would show with the power asked for: it has to be significant
     * among all cases, and its interval has to clear the tolerance. NaN where a side has one fork.
     */
    double smallestChange(JudgeSettings settings) {
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
            forks = Math.max(forks, claim.getAsInt());
        }
        return OptionalInt.of(Math.max(1, forks - Math.min(speed.baselineForks(), speed.candidateForks())));
    }

    /** Returns what keeps the case from being decided, where it is more than a wide interval; otherwise empty. */
    String obstacle(JudgeSettings settings) {
        if (Math.min(speed.baselineForks(), speed.candidateForks()) < 2) {
            return "one fork on a side says nothing of how JVMs differ; at least 2 a side are needed, 5 are better";
        }
        if (interval.isEmpty()) {
            return "a fork has a score of zero or below, which leaves the ratio open";
        }
        return Verdict.of(interval.get(), settings.tolerance()).decided()
                ? "beyond the tolerance, but not sure enough for one case among " + settings.cases()
                : "";
    }
}
