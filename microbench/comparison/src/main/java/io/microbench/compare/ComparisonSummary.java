// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Judge;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.warning.Warning;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Creates the result of a comparison from the verdicts that were reached pair by pair.
 *
 * <p>{@link Judge} judges everything except speed as for any two runs: environment, allocation, cases without scores.
 * Its tests of speed require a number of forks that was fixed beforehand. Here, forks were added until a verdict was
 * reached, so {@link AnytimeJudge} judges speed.
 */
final class ComparisonSummary {

    /** Marks a difference that is the subject of the comparison, in every report. */
    private static final String MARK = " (the compared property)";

    /** Does not include the blackhole mode, because the modes differ in cost. */
    private static final List<String> ASKED = List.of("JDK", "JVM arguments", "Assertions");

    private ComparisonSummary() {}

    /** Returns the comparison; {@code paired} contains the verdicts on the cases with at least one pair of forks. */
    static RunComparison of(
            Builds builds,
            RunRecord baselineRun,
            RunRecord candidateRun,
            Collection<CaseVerdict> paired,
            PairedCase.Cases cases,
            Limits limits,
            Optional<String> sideBySide) {
        // Differences between the compared builds are expected and do not prevent the comparison.
        JudgeSettings settings = JudgeSettings.DEFAULTS
                .withTolerance(limits.band())
                .withLevel(limits.level())
                .force();
        Map<CaseId, CaseVerdict> speed = new HashMap<>();
        paired.forEach(verdict -> speed.put(verdict.id(), verdict));
        RunComparison fixed = Judge.compare(
                builds.name(Side.BASELINE), baselineRun, builds.name(Side.CANDIDATE), candidateRun, settings, speed);
        List<CaseVerdict> verdicts = Stream.concat(
                        paired.stream().filter(verdict -> verdict.verdict() == Verdict.SAME_CODE),
                        fixed.verdicts().stream()
                                .flatMap(verdict ->
                                        merge(verdict, Optional.ofNullable(speed.get(verdict.id()))).stream()))
                .sorted(byImportance())
                .toList();
        return new RunComparison(
                fixed.baselineName(),
                fixed.candidateName(),
                verdicts,
                mean(verdicts, CaseVerdict::ratio),
                mean(verdicts, CaseVerdict::low),
                mean(verdicts, CaseVerdict::high),
                limits.level(),
                builds.areVariants() ? marked(fixed.differences()) : fixed.differences(),
                cases.onlyBaseline(),
                cases.onlyCandidate(),
                Optional.empty(),
                Optional.empty(),
                sideBySide);
    }

    /** Uses the verdict on speed from the pairs, or the judge's verdict if there is no pair because a fork failed. */
    private static Optional<CaseVerdict> merge(CaseVerdict fixed, Optional<CaseVerdict> paired) {
        if (paired.isEmpty()) {
            return fixed.verdict() == Verdict.UNDECIDED ? Optional.of(fixed) : Optional.empty();
        }
        return Optional.of(paired.get().withAllocation(fixed.allocation()));
    }

    /** Regressions first; within a verdict the largest change first. */
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
     * Returns the geometric mean over the verdicts with a ratio; NaN if a bound is missing. All intervals hold
     * simultaneously, so the means of their bounds enclose the mean of the ratios.
     */
    private static double mean(List<CaseVerdict> verdicts, ToDoubleFunction<CaseVerdict> value) {
        double mean = Math.exp(verdicts.stream()
                .filter(verdict -> !Double.isNaN(verdict.ratio()))
                .mapToDouble(verdict -> Math.log(value.applyAsDouble(verdict)))
                .average()
                .orElse(Double.NaN));
        return mean > 0 && Double.isFinite(mean) ? mean : Double.NaN;
    }

    /**
     * Returns the warnings about a comparison, one line for each kind of warning, beginning with the side. A warning
     * about both sides appears once.
     */
    static List<String> warnings(RunRecord baseline, RunRecord candidate) {
        List<Warning> ofBaseline = Warning.of(baseline, Warning.Screen.COMPARISON);
        List<Warning> ofCandidate = Warning.of(candidate, Warning.Screen.COMPARISON);
        List<Warning> both = ofBaseline.stream().filter(ofCandidate::contains).toList();
        List<String> lines = new ArrayList<>();
        Warning.lines(both).forEach(line -> lines.add("Both sides, " + line));
        Warning.lines(ofBaseline.stream()
                        .filter(warning -> !both.contains(warning))
                        .toList())
                .forEach(line -> lines.add("Baseline, " + line));
        Warning.lines(ofCandidate.stream()
                        .filter(warning -> !both.contains(warning))
                        .toList())
                .forEach(line -> lines.add("Candidate, " + line));
        return List.copyOf(lines);
    }

    /**
     * Returns the differences between variants, and marks those that are the subject of the comparison. Between builds,
     * such differences would make the scores doubtful.
     */
    static List<EnvironmentDifference> marked(List<EnvironmentDifference> differences) {
        return differences.stream()
                .map(difference -> isRequested(difference.name())
                        ? new EnvironmentDifference(
                                difference.name() + MARK,
                                difference.baselineValue(),
                                difference.candidateValue(),
                                false)
                        : difference)
                .toList();
    }

    private static boolean isRequested(String difference) {
        return ASKED.stream().anyMatch(name -> difference.equals(name) || difference.startsWith(name + " of "));
    }
}
