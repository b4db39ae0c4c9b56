// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ClassCode;
import io.microbench.forks.HarnessPath;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.text.Counted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Chooses the cases that a change can reach: those that run different code in the two builds.
 *
 * <p>A case runs the same program in both if every class that it loads has the same code in both, and everything else
 * on the class path, the JVM and its arguments are the same. Other inputs of a program (files, the environment, the
 * time) are not compared. Therefore, a small random share of the unreached cases is measured as a control.
 *
 * <p>Selecting benchmarks by what a change can affect: Laaber, Gall, Leitner, "Applying test case prioritization to
 * software microbenchmarks" (Empirical Software Engineering 26, 2021); de Oliveira et al., "Perphecy" (ICST 2017).
 *
 * @param measured the cases to measure, in their order: the reached ones and the controls
 * @param same the cases that are not measured
 * @param reasons the differences by reached case, classes first
 */
record ChangedCode(List<PairedCase> measured, List<PairedCase> same, Map<CaseId, List<String>> reasons) {

    static final double CONTROL = 0.05;

    /** One iteration is enough to load the classes; the controls cover classes that are loaded later. */
    private static final IterationPlan GLANCE = new IterationPlan(1, Duration.ofMillis(100), 1);

    private static final int MOST_LINES = 10;

    private static final int MOST_NAMES = 3;

    private static final String UNKNOWN = "the classes that it loads are unknown";

    /**
     * Determines which classes the cases of the baseline load, and chooses the cases to measure.
     *
     * @param recorded earlier runs of the baseline; a case that none of them contains runs one short fork
     * @param glance runs that fork, and returns digests of the code that it ran, by name; empty if unknown
     * @param progress receives a line that says how the classes are determined
     * @param steps receives the number of completed forks, and of all forks, before each fork
     */
    static ChangedCode of(
            List<PairedCase> cases,
            RecordedClasses recorded,
            Function<PairedCase, Map<String, String>> glance,
            Build candidate,
            double control,
            long seed,
            Consumer<String> progress,
            BiConsumer<Integer, Integer> steps) {
        Map<CaseId, Map<String, String>> known = recorded.code(cases);
        progress.accept(recorded.sentence(known.size(), cases.size()));
        ClassCode code = new ClassCode(HarnessPath.complete(candidate.classPath()));
        int forks = cases.size() - known.size();
        AtomicInteger done = new AtomicInteger();
        return choose(
                cases,
                paired -> Optional.ofNullable(known.get(paired.id())).orElseGet(() -> {
                    steps.accept(done.getAndIncrement(), forks);
                    return glance.apply(paired);
                }),
                code::of,
                control,
                seed);
    }

    /**
     * Chooses the cases to measure.
     *
     * @param baseline returns digests of the code that a case runs in the baseline, by name; empty if unknown
     * @param candidate returns digests of the candidate's classes with the given names, and of its other files
     * @param control the share of the unreached cases that is measured anyway, at least one case unless it is 0
     * @param seed the seed for drawing the controls
     */
    static ChangedCode choose(
            List<PairedCase> cases,
            Function<PairedCase, Map<String, String>> baseline,
            Function<Collection<String>, Map<String, String>> candidate,
            double control,
            long seed) {
        Map<CaseId, List<String>> reasons = new LinkedHashMap<>();
        List<PairedCase> same = new ArrayList<>();
        for (PairedCase paired : cases) {
            Map<String, String> code = baseline.apply(paired);
            List<String> differences = !sameArguments(paired)
                    ? List.of("the JVM or its arguments")
                    : code.isEmpty() ? List.of(UNKNOWN) : ClassCode.differences(code, candidate.apply(code.keySet()));
            if (differences.isEmpty()) {
                same.add(paired);
            } else {
                reasons.put(paired.id(), differences);
            }
        }
        Collections.shuffle(same, new Random(seed));
        int controls = (int) Math.ceil(same.size() * control);
        Set<PairedCase> leftOut = Set.copyOf(same.subList(controls, same.size()));
        return new ChangedCode(
                cases.stream()
                        .filter(paired -> !leftOut.contains(paired))
                        .map(paired -> reasons.containsKey(paired.id()) ? paired : paired.asControl())
                        .toList(),
                cases.stream().filter(leftOut::contains).toList(),
                reasons);
    }

    private static boolean sameArguments(PairedCase paired) {
        CasePlan before = paired.baselinePlan();
        CasePlan after = paired.candidatePlan();
        return before.jvm().equals(after.jvm())
                && before.jvmArgs().equals(after.jvmArgs())
                && before.libraries().equals(after.libraries());
    }

    /** Returns the plan of a fork that only shows which classes a case loads. */
    static CasePlan glance(CasePlan plan) {
        return plan.toBuilder()
                .warmup(new IterationPlan(0, GLANCE.time(), 1))
                .measurement(GLANCE)
                .profilers(List.of())
                .build();
    }

    /** Returns the differences, each with the number of cases that it affects, in descending order of that number. */
    List<String> lines() {
        Map<String, List<CaseId>> cases = byReason();
        List<String> lines = cases.entrySet().stream()
                .limit(MOST_LINES)
                .map(entry -> "  " + entry.getKey() + (allCases() == 1 ? "" : ": " + text(entry.getValue())))
                .collect(Collectors.toCollection(ArrayList::new));
        if (cases.size() > MOST_LINES) {
            lines.add("  and " + (cases.size() - MOST_LINES) + " more");
        }
        return lines;
    }

    private static String text(List<CaseId> cases) {
        return Counted.of(cases.size(), "case")
                + (cases.size() == 1 ? ", " + cases.get(0).text() : "");
    }

    private Map<String, List<CaseId>> byReason() {
        Map<String, List<CaseId>> cases = new LinkedHashMap<>();
        reasons.forEach((id, differences) -> differences.forEach(
                each -> cases.computeIfAbsent(each, none -> new ArrayList<>()).add(id)));
        Map<String, List<CaseId>> sorted = new LinkedHashMap<>();
        cases.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    /** Returns how many cases the change can reach, and the classes through which it reaches most of them. */
    String reached() {
        Map<String, List<CaseId>> cases = byReason();
        List<CaseId> unknown = cases.getOrDefault(UNKNOWN, List.of());
        cases.remove(UNKNOWN);
        return "The change can reach " + (reasons.isEmpty() ? "none" : reasons.size()) + " of "
                + Counted.of(allCases(), "case")
                + (cases.isEmpty() ? "" : ", through " + Counted.first(MOST_NAMES, cases.keySet()))
                + (unknown.isEmpty() ? "." : "; the classes of " + unknown.size() + " are unknown.");
    }

    private int allCases() {
        return same.size() + measured.size();
    }

    /** Returns a warning for each control that changed although both builds run the same code for it. */
    static List<String> missed(List<CaseVerdict> verdicts) {
        return verdicts.stream()
                .filter(verdict -> verdict.isControl()
                        && (verdict.verdict() == Verdict.SLOWER || verdict.verdict() == Verdict.FASTER))
                .map(verdict -> verdict.id().text() + " runs the same code in both builds and is "
                        + verdict.verdict().text()
                        + ": it depends on something else, such as a file, the environment or"
                        + " the layout of the code. Measure all cases with --all.")
                .toList();
    }

    /** Returns how many cases run the same code, and how many of them are measured anyway. */
    String sentence() {
        int controls = measured.size() - reasons.size();
        int unreached = same.size() + controls;
        if (unreached == 0) {
            return (allCases() == 1 ? "The case runs" : "All cases run") + " different code in the candidate.";
        }
        return Counted.share(unreached, allCases(), "case") + (unreached == 1 ? " runs" : " run")
                + " the same code in both builds"
                + (same.isEmpty() ? "" : "; " + Counted.of(same.size(), "is", "are") + " not measured")
                + (controls == 0
                        ? ""
                        : "; " + Counted.of(controls, "is", "are") + " measured as "
                                + (controls == 1 ? "a control" : "controls"))
                + (same.isEmpty() ? "." : ". Use --all to measure all.");
    }
}
