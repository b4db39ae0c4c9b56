// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.CaseVerdict.ForkAdvice;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.stats.Interval;
import io.microbench.text.Counted;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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

    /** Returns a sentence for each class with results, without its full stop, in the order of the run. */
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

    /** Formats what changed in a suite compared with the baseline. */
    static final class ChangeWords {

        /** The most cases that are named; if there are more, only the one that changed most is. */
        private static final int MOST_NAMES = 2;

        private ChangeWords() {}

        /** Returns the changes of the cases; empty without a verdict. */
        static String of(RunComparison comparison, List<CaseVerdict> verdicts) {
            if (verdicts.isEmpty()) {
                return "";
            }
            String baseline = comparison.baselineName();
            StringJoiner words = new StringJoiner(", ");
            changed(verdicts, Verdict.SLOWER, comparison, words);
            changed(verdicts, Verdict.FASTER, comparison, words);
            heavier(verdicts, words);
            boolean still = words.length() == 0;
            long same = count(verdicts, Verdict.SAME);
            if (still && same == verdicts.size()) {
                return (same == 1 ? "" : same == 2 ? "both are " : "all " + same + " are ") + "the same as " + baseline;
            }
            if (still) {
                words.add("no significant change from " + baseline);
            }
            if (same > 0) {
                words.add(same + (same == 1 ? " is the same" : " are the same"));
            }
            undecided(verdicts, words);
            return words.toString();
        }

        private static void changed(
                List<CaseVerdict> verdicts, Verdict verdict, RunComparison comparison, StringJoiner words) {
            List<CaseVerdict> changed =
                    verdicts.stream().filter(v -> v.verdict() == verdict).toList();
            if (changed.size() <= MOST_NAMES) {
                changed.forEach(v -> words.add(v.id().displayName() + " is " + change(v, comparison)));
            } else {
                CaseVerdict most = changed.get(0);
                words.add(changed.size() + " of " + verdicts.size() + " are "
                        + (verdict == Verdict.SLOWER ? "slower" : "faster") + ", "
                        + most.id().displayName() + " " + change(most, comparison));
            }
        }

        private static String change(CaseVerdict v, RunComparison comparison) {
            String baseline = comparison.baselineName();
            double confidence = 1 - comparison.level();
            if (v.verdict() == Verdict.SLOWER) {
                return v.high() < 1 && v.low() > 0
                        ? Shares.slower(new Interval(1 / v.high(), 1 / v.low(), confidence), baseline)
                        : "slower than " + baseline;
            }
            return v.low() > 1
                    ? Shares.faster(new Interval(v.low(), v.high(), confidence), baseline)
                    : "faster than " + baseline;
        }

        private static void heavier(List<CaseVerdict> verdicts, StringJoiner words) {
            long heavier = verdicts.stream().filter(CaseVerdict::allocatesMore).count();
            if (heavier > 0) {
                words.add(heavier + (heavier == 1 ? " allocates more" : " allocate more"));
            }
        }

        private static void undecided(List<CaseVerdict> verdicts, StringJoiner words) {
            long undecided = count(verdicts, Verdict.UNDECIDED);
            if (undecided > 0) {
                words.add(undecided
                        + (undecided == 1 ? " is undecided" : " are undecided")
                        + advice(
                                undecided,
                                verdicts.stream()
                                        .filter(v -> v.verdict() == Verdict.UNDECIDED)
                                        .flatMapToInt(v -> v.moreForks().stream())
                                        .toArray()));
            }
        }

        /** Returns whether more forks would help undecided cases, given the number that each needs if known. */
        private static String advice(long undecided, int... forks) {
            long beyond = Arrays.stream(forks)
                    .filter(more -> !ForkAdvice.isReasonable(more))
                    .count();
            if (beyond > 0) {
                String which = beyond < undecided ? beyond + " of them" : undecided == 1 ? "it" : "them";
                return ", and more forks are unlikely to decide " + which;
            }
            OptionalInt most = Arrays.stream(forks).max();
            return most.isPresent()
                    ? " and would take up to " + Counted.of(most.getAsInt(), "more fork") + " a side"
                    : "";
        }

        private static long count(List<CaseVerdict> verdicts, Verdict verdict) {
            return verdicts.stream().filter(v -> v.verdict() == verdict).count();
        }
    }
}
