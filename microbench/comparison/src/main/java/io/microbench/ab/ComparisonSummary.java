/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Comparison;
import io.microbench.judge.Judge;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Makes one comparison of the verdicts that were reached pair by pair.
 *
 * <p>Everything but speed is what the {@link Judge} says of any two runs: surroundings, allocation, what has no
 * numbers. Its verdicts on speed hold for numbers of forks that were fixed beforehand; here they went on until
 * something was seen, so those of the {@link PairJudge} take their place.
 */
final class ComparisonSummary {

    private static final Map<Verdict, Integer> IMPORTANCE =
            Map.of(Verdict.SLOWER, 0, Verdict.FASTER, 2, Verdict.UNDECIDED, 3, Verdict.SAME, 4);
    private static final int MORE_BYTES = 1;

    private ComparisonSummary() {}

    /**
     * Sums up.
     *
     * @param paired the verdicts of the cases that have a pair of forks
     * @param cases which cases there were
     */
    static Comparison of(
            String baselineName,
            RunRecord baselineRun,
            String candidateName,
            RunRecord candidateRun,
            Collection<CaseVerdict> paired,
            PairedCase.Cases cases,
            Limits limits) {
        // What differs here differs between the builds, and that is what is asked about: no reason not to compare.
        JudgeSettings settings = JudgeSettings.DEFAULTS
                .withTolerance(limits.band())
                .withLevel(limits.level())
                .force();
        Comparison fixed = Judge.compare(baselineName, baselineRun, candidateName, candidateRun, settings);
        Map<CaseId, CaseVerdict> speed = new HashMap<>();
        paired.forEach(verdict -> speed.put(verdict.id(), verdict));
        List<CaseVerdict> verdicts = fixed.verdicts().stream()
                .flatMap(verdict -> merge(verdict, Optional.ofNullable(speed.get(verdict.id()))).stream())
                .sorted(byImportance())
                .toList();
        return new Comparison(
                baselineName,
                candidateName,
                verdicts,
                mean(verdicts, CaseVerdict::ratio),
                mean(verdicts, CaseVerdict::low),
                mean(verdicts, CaseVerdict::high),
                limits.level(),
                fixed.differences(),
                cases.onlyBaseline(),
                cases.onlyCandidate(),
                Optional.empty());
    }

    /** Uses the verdict on speed from the pairs, and that of the judge where there is no pair because a fork failed. */
    private static Optional<CaseVerdict> merge(CaseVerdict fixed, Optional<CaseVerdict> paired) {
        if (paired.isEmpty()) {
            return fixed.verdict() == Verdict.UNDECIDED ? Optional.of(fixed) : Optional.empty();
        }
        CaseVerdict speed = paired.get();
        return Optional.of(speed.toBuilder().allocation(fixed.allocation()).build());
    }

    /** Regressions first, and of equal verdicts the largest change. */
    private static Comparator<CaseVerdict> byImportance() {
        return Comparator.comparingInt(ComparisonSummary::rank)
                .thenComparing(
                        Comparator.comparingDouble(ComparisonSummary::size).reversed())
                .thenComparing(v -> v.id().text());
    }

    private static int rank(CaseVerdict verdict) {
        int rank = IMPORTANCE.getOrDefault(verdict.verdict(), IMPORTANCE.size());
        return verdict.allocatesMore() ? Math.min(MORE_BYTES, rank) : rank;
    }

    private static double size(CaseVerdict verdict) {
        double size = Math.abs(Math.log(verdict.ratio()));
        return Double.isNaN(size) ? 0 : size;
    }

    /**
     * All intervals hold together, so the means of their ends hold the mean of the ratios; NaN while one has no end.
     */
    private static double mean(List<CaseVerdict> verdicts, ToDoubleFunction<CaseVerdict> value) {
        double mean = Math.exp(verdicts.stream()
                .filter(verdict -> !Double.isNaN(verdict.ratio()))
                .mapToDouble(verdict -> Math.log(value.applyAsDouble(verdict)))
                .average()
                .orElse(Double.NaN));
        return mean > 0 && Double.isFinite(mean) ? mean : Double.NaN;
    }
}
