/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.stats.AnytimeRatio;
import io.microbench.stats.Descriptive;
import io.microbench.stats.Interval;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Judges by an interval that may be looked at after each pair; see {@link AnytimeRatio}.
 *
 * <p>The level is divided by the number of cases (Bonferroni): with probability 1 - level no interval of any case is ever
 * wrong, whenever the comparison stops.
 */
final class AnytimeJudge implements PairJudge {

    private static final double POWER = 0.9;
    private static final double UNKNOWN = Double.NaN;

    private final double confidence;
    private final double band;

    /**
     * Judges one of several cases.
     *
     * @param level chance of any false alarm over all cases
     * @param cases how many are judged together
     * @param band changes up to this share are no changes
     */
    AnytimeJudge(double level, int cases, double band) {
        this.confidence = 1 - level / Math.max(1, cases);
        this.band = band;
    }

    @Override
    public CaseVerdict judge(CaseId id, String unit, boolean higherIsBetter, double[] oldForks, double[] newForks) {
        if (oldForks.length == 0 || !positive(oldForks) || !positive(newForks)) {
            return undecidable(id, unit, higherIsBetter, oldForks, newForks);
        }
        // The ratio is one of speed, so what is better goes above the line.
        AnytimeRatio speed = higherIsBetter ? AnytimeRatio.of(oldForks, newForks) : AnytimeRatio.of(newForks, oldForks);
        Optional<Interval> interval = speed.interval(confidence);
        double low = interval.map(Interval::low).orElse(0.0);
        double high = interval.map(Interval::high).orElse(Double.POSITIVE_INFINITY);
        Verdict verdict = verdict(low, high);
        return new CaseVerdict(
                id,
                verdict,
                Descriptive.median(oldForks),
                Descriptive.median(newForks),
                unit,
                higherIsBetter,
                speed.ratio(),
                low,
                high,
                speed.pValue(),
                speed.detectableChange(confidence, POWER).orElse(UNKNOWN),
                oldForks.length,
                newForks.length,
                verdict == Verdict.UNDECIDED ? more(speed) : OptionalInt.empty(),
                Optional.empty(),
                "");
    }

    private Verdict verdict(double low, double high) {
        double upper = 1 + band;
        double lower = 1 / upper;
        if (low > upper) {
            return Verdict.FASTER;
        }
        if (high < lower) {
            return Verdict.SLOWER;
        }
        return low >= lower && high <= upper ? Verdict.SAME : Verdict.UNDECIDED;
    }

    private OptionalInt more(AnytimeRatio speed) {
        OptionalInt all = speed.pairsToDecide(band, confidence);
        return all.isPresent() ? OptionalInt.of(Math.max(1, all.getAsInt() - speed.pairs())) : OptionalInt.empty();
    }

    private static boolean positive(double[] values) {
        return Arrays.stream(values).allMatch(value -> value > 0 && Double.isFinite(value));
    }

    private static CaseVerdict undecidable(
            CaseId id, String unit, boolean higherIsBetter, double[] oldForks, double[] newForks) {
        return new CaseVerdict(
                id,
                Verdict.UNDECIDED,
                Arrays.stream(oldForks).average().orElse(UNKNOWN),
                Arrays.stream(newForks).average().orElse(UNKNOWN),
                unit,
                higherIsBetter,
                UNKNOWN,
                0,
                Double.POSITIVE_INFINITY,
                UNKNOWN,
                UNKNOWN,
                oldForks.length,
                newForks.length,
                OptionalInt.empty(),
                Optional.empty(),
                oldForks.length == 0 ? "no pair of forks" : "a fork's score is not above 0, so there is no ratio");
    }
}
