// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Judge;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.warning.Guard;
import io.microbench.warning.Guards;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Creates one comparison from the verdicts that were reached pair by pair.
 *
 * <p>Everything but speed is what the {@link Judge} finds for any two runs: surroundings, allocation, what has no
 * numbers. Its tests of speed hold for numbers of forks that were fixed beforehand; here they went on until
 * something was seen, so it is given the verdicts of the {@link AnytimeJudge} and makes none of its own.
 */
final class ComparisonSummary {

    private ComparisonSummary() {}

    /**
     * Returns the comparison.
     *
     * @param paired the verdicts of the cases that have a pair of forks
     * @param cases which cases there were
     * @param sideBySide how forks ran at the same time, as a sentence; empty where they ran alternately
     */
    static RunComparison of(
            String baselineName,
            RunRecord baselineRun,
            String candidateName,
            RunRecord candidateRun,
            Collection<CaseVerdict> paired,
            PairedCase.Cases cases,
            Limits limits,
            Optional<String> sideBySide) {
        // Differences here are differences of the builds, which are to be compared: no reason to refuse.
        JudgeSettings settings = JudgeSettings.DEFAULTS
                .withTolerance(limits.band())
                .withLevel(limits.level())
                .force();
        Map<CaseId, CaseVerdict> speed = new HashMap<>();
        paired.forEach(verdict -> speed.put(verdict.id(), verdict));
        RunComparison fixed = Judge.compare(baselineName, baselineRun, candidateName, candidateRun, settings, speed);
        List<CaseVerdict> verdicts = fixed.verdicts().stream()
                .flatMap(verdict -> merge(verdict, Optional.ofNullable(speed.get(verdict.id()))).stream())
                .sorted(byImportance())
                .toList();
        return new RunComparison(
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
                Optional.empty(),
                Optional.empty(),
                sideBySide);
    }

    /** Uses the verdict on speed from the pairs, and that of the judge where there is no pair because a fork failed. */
    private static Optional<CaseVerdict> merge(CaseVerdict fixed, Optional<CaseVerdict> paired) {
        if (paired.isEmpty()) {
            return fixed.verdict() == Verdict.UNDECIDED ? Optional.of(fixed) : Optional.empty();
        }
        return Optional.of(paired.get().withAllocation(fixed.allocation()));
    }

    /** Regressions first, and of equal verdicts the largest change. */
    private static Comparator<CaseVerdict> byImportance() {
        return Comparator.comparingInt(CaseVerdict::rank)
                .thenComparing(
                        Comparator.comparingDouble(ComparisonSummary::size).reversed())
                .thenComparing(v -> v.id().text());
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

    /** Collects the warnings about a comparison, with the side that each is about. */
    static final class SideWarnings {
        private SideWarnings() {}

        /** Returns one line for each kind of warning; a text that both sides have appears once. */
        static List<String> of(RunRecord baseline, RunRecord candidate) {
            List<Guard> ofBaseline = Guards.of(baseline, Guard.Screen.COMPARISON);
            List<Guard> ofCandidate = Guards.of(candidate, Guard.Screen.COMPARISON);
            List<Guard> both = ofBaseline.stream().filter(ofCandidate::contains).toList();
            List<String> lines = new ArrayList<>();
            add(lines, "Both sides, ", both);
            add(
                    lines,
                    "Baseline, ",
                    ofBaseline.stream().filter(guard -> !both.contains(guard)).toList());
            add(
                    lines,
                    "Candidate, ",
                    ofCandidate.stream().filter(guard -> !both.contains(guard)).toList());
            return List.copyOf(lines);
        }

        private static void add(List<String> lines, String side, List<Guard> guards) {
            Guards.lines(guards).forEach(line -> lines.add(side + line));
        }
    }
}
