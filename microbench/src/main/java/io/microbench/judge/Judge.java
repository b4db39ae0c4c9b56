// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.Interval;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides whether a case got faster, slower, or stayed the same.
 *
 * <p>One value per fork is the evidence, never the pooled iterations: iterations of one JVM share its heap layout and its compilation,
 * and tests that treat them as independent report a change in 7 to 33 of 100 unchanged benchmarks. A change is claimed only if the whole
 * interval of the ratio is outside the tolerance and the p value is significant among all cases judged together ({@link SpeedTest});
 * sameness only if the whole interval is within the tolerance. Deciding by the interval of the ratio follows Kalibera and Jones,
 * "Rigorous Benchmarking in Reasonable Time" (ISMM 2013).
 */
public final class Judge {

    private Judge() {}

    /**
     * Compares two runs case by case.
     *
     * <p>The level holds for all cases together, whatever their number ({@link JudgeSettings#cases} is ignored). Cases
     * without a result, or of different modes, are undecided with the reason in their note.
     */
    public static RunComparison compare(
            String baselineName,
            RunRecord baseline,
            String candidateName,
            RunRecord candidate,
            JudgeSettings settings) {
        JudgeSettings all = settings.among(Math.max(1, candidate.cases().size()));
        return new Comparer(baseline, candidate, settings, (before, after) -> CasePair.of(before, after, all))
                .compare(baselineName, candidateName);
    }

    /**
     * Compares two runs whose speed is already judged, and judges the rest: the environments, allocations, and cases
     * without a result.
     */
    public static RunComparison compare(
            String baselineName,
            RunRecord baseline,
            String candidateName,
            RunRecord candidate,
            JudgeSettings settings,
            Map<CaseId, CaseVerdict> speed) {
        return new Comparer(baseline, candidate, settings, (before, after) -> Optional.ofNullable(speed.get(after.id()))
                        .map(known -> CasePair.judged(before, after, known))
                        .orElseGet(() -> CasePair.of(before, after, settings)))
                .compare(baselineName, candidateName);
    }

    static CaseVerdict verdict(
            CaseId id,
            ScoreUnit unit,
            double[] baseline,
            double[] candidate,
            SpeedTest test,
            double adjusted,
            JudgeSettings settings) {
        Verdict verdict = test.verdict(adjusted, settings);
        ForkEstimate before = ForkEstimate.of(baseline);
        return new CaseVerdict(
                id,
                verdict,
                before.value(),
                ForkEstimate.of(candidate).value(),
                unit.symbol(),
                unit.higherIsBetter(),
                test.speed().ratio(),
                test.interval().map(Interval::low).orElse(Double.NaN),
                test.interval().map(Interval::high).orElse(Double.NaN),
                test.p(),
                test.smallestChange(settings),
                baseline.length,
                candidate.length,
                verdict.decided() ? OptionalInt.empty() : test.moreForks(settings),
                Optional.empty(),
                verdict.decided() ? "" : test.obstacle(settings),
                before.interval(Confidence.OVER_FORKS.level()),
                Optional.empty(),
                verdict.decided() ? OptionalInt.empty() : test.rerunForks(settings),
                Optional.empty());
    }
}
