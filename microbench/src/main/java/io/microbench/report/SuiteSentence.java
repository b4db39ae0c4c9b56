// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Summarizes the results of a suite in a sentence: {@code adaptiveDirect is 31-35% slower than pooledDirect at size=1024;
 * 2 of 8 need more forks}.
 *
 * <p>It claims no more than intervals support. A method is called faster if the interval of the ratio is above 1, and the
 * numbers are the ends of that interval, rounded outwards. As all pairs of methods of a suite are compared, the level of
 * each interval is such that all of them hold simultaneously (Bonferroni).
 */
final class SuiteSentence {

    /** The class of snippets: their table compares them by its own rule. */
    private static final String SNIPPETS = "snippet";

    private SuiteSentence() {}

    /**
     * Returns a sentence for each class with results, without its full stop, in the order of the run.
     *
     * @param warned the cases that have warnings
     */
    static Map<String, String> of(RunRecord run, Optional<RunComparison> comparison, Set<CaseId> warned) {
        Map<String, List<CaseResult>> suites = run.cases().stream()
                .collect(Collectors.groupingBy(
                        result -> result.id().className(), LinkedHashMap::new, Collectors.toList()));
        Map<String, String> sentences = new LinkedHashMap<>();
        suites.forEach((name, cases) -> sentences.put(name, sentence(name, cases, comparison, warned)));
        sentences.values().removeIf(String::isEmpty);
        return sentences;
    }

    private static String sentence(
            String name, List<CaseResult> cases, Optional<RunComparison> comparison, Set<CaseId> warned) {
        List<CaseResult> measured =
                cases.stream().filter(SuiteSentence::isMeasured).toList();
        StringJoiner parts = new StringJoiner("; ");
        if (measured.isEmpty()) {
            parts.add("nothing was measured");
        } else if (measured.size() == 1 || !name.equals(SNIPPETS)) {
            parts.add(MethodWords.of(measured));
        }
        comparison
                .map(found -> ChangeWords.of(found, verdicts(found, cases)))
                .filter(words -> !words.isEmpty())
                .ifPresent(parts::add);
        doubts(cases, measured, warned).forEach(parts::add);
        return parts.toString();
    }

    /** Returns whether a case has values of forks; a case that ran in the JVM of the tests cannot be compared. */
    private static boolean isMeasured(CaseResult result) {
        return result.status() == Status.DONE
                && result.score().isPresent()
                && !result.plan().inProcess()
                && result.forkValues().length > 0;
    }

    private static List<CaseVerdict> verdicts(RunComparison comparison, List<CaseResult> cases) {
        Set<CaseId> own = cases.stream().map(CaseResult::id).collect(Collectors.toSet());
        return comparison.verdicts().stream().filter(v -> own.contains(v.id())).toList();
    }

    private static List<String> doubts(List<CaseResult> cases, List<CaseResult> measured, Set<CaseId> warned) {
        int all = cases.size();
        long failed = cases.stream().filter(c -> c.status() == Status.FAILED).count();
        long few = measured.stream().filter(SuiteSentence::needsForks).count();
        long marked = measured.stream().filter(c -> warned.contains(c.id())).count();
        return Stream.of(
                        share(failed, all, "failed", "failed"),
                        share(few, all, "needs more forks", "need more forks"),
                        share(marked, all, "has a warning", "have warnings"))
                .filter(words -> !words.isEmpty())
                .toList();
    }

    /** Returns whether a case has only a single fork, or is less precise than requested. */
    private static boolean needsForks(CaseResult result) {
        CaseReach reach = CaseReach.of(result);
        Optional<Double> asked = result.plan().adaptive().flatMap(AdaptivePlan::precision);
        return reach.forks() < 2
                || asked.filter(target -> reach.halfWidth() > target).isPresent();
    }

    private static String share(long count, int all, String one, String many) {
        if (count == 0) {
            return "";
        }
        return all == 1 ? "it " + one : count + " of " + all + " " + (count == 1 ? one : many);
    }
}
