// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.report.SuiteSentence.Rivals.Method;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.Confidence;
import io.microbench.stats.Interval;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Summarizes the results of a suite in a sentence: {@code adaptiveDirect is 31-35% slower than pooledDirect; 2 of 8 need more forks}.
 *
 * <p>It claims no more than intervals support. A method is called faster if the interval of the ratio is above 1, and the
 * numbers are the ends of that interval, rounded outwards. As all pairs of methods of a suite are compared, the level of
 * each interval is such that all of them hold simultaneously (Bonferroni).
 */
final class SuiteSentence {

    /** The class of snippets: their table compares them by its own rule. */
    private static final String SNIPPETS = "snippet";

    private static final int MOST_NAMES = 3;

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
        long failed = cases.stream().filter(c -> c.status() == Status.FAILED).count();
        long few = measured.stream().filter(SuiteSentence::needsForks).count();
        long marked = measured.stream().filter(c -> warned.contains(c.id())).count();
        return Stream.of(
                        measured.isEmpty()
                                ? "nothing was measured"
                                : measured.size() == 1
                                        ? value(measured.get(0))
                                        : name.equals(SNIPPETS) ? "" : fastest(measured),
                        comparison.map(found -> changes(found, cases)).orElse(""),
                        share(failed, cases.size(), "failed", "failed"),
                        share(few, cases.size(), "needs more forks", "need more forks"),
                        share(marked, cases.size(), "has a warning", "have warnings"))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** Returns whether a case has values of forks; a case that ran in the JVM of the tests cannot be compared. */
    private static boolean isMeasured(CaseResult result) {
        return result.status() == Status.DONE
                && result.score().isPresent()
                && !result.plan().inProcess()
                && result.forkValues().length > 0;
    }

    private static String value(CaseResult result) {
        Forks forks = Forks.of(result);
        String interval = Double.isNaN(forks.low())
                ? Numbers.score(forks.value())
                : Numbers.score(forks.low()) + " to " + Numbers.score(forks.high());
        return result.id().displayName() + " measures " + interval + " "
                + result.score().orElseThrow().unit() + " over "
                + Counted.of(forks.values().size(), "fork");
    }

    /** Returns which method is the fastest, in how many of the settings; empty if no two methods were measured in one. */
    private static String fastest(List<CaseResult> measured) {
        List<Rivals> settings = Rivals.of(measured);
        if (settings.size() < 2) {
            return settings.isEmpty() ? "" : settings.get(0).text();
        }
        Map<String, Long> won = settings.stream()
                .filter(Rivals::isDecided)
                .collect(Collectors.groupingBy(
                        rivals -> rivals.fastest().name(), LinkedHashMap::new, Collectors.counting()));
        if (won.isEmpty()) {
            return "no method is significantly the fastest in any of " + settings.size() + " settings";
        }
        StringJoiner words = new StringJoiner(", ");
        won.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_NAMES)
                .forEach(winner -> words.add(winner.getKey()
                        + (words.length() == 0
                                ? " is the fastest in " + winner.getValue() + " of " + settings.size() + " settings"
                                : " in " + winner.getValue())));
        long open = settings.stream().filter(rivals -> !rivals.isDecided()).count();
        return words + (open == 0 ? "" : ", " + open + " undecided");
    }

    private static String changes(RunComparison comparison, List<CaseResult> cases) {
        Set<CaseId> own = cases.stream().map(CaseResult::id).collect(Collectors.toSet());
        List<CaseVerdict> verdicts =
                comparison.verdicts().stream().filter(v -> own.contains(v.id())).toList();
        return verdicts.isEmpty()
                ? ""
                : "compared with " + comparison.baselineName() + ": " + VerdictTable.counts(verdicts);
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

    /** The methods that were measured in one setting, with the same parameters, threads and mode; the fastest first. */
    record Rivals(List<Method> methods, double confidence) {

        record Method(String name, Forks forks, boolean higherIsBetter) {}

        private record Setting(CaseId id, String unit) {}

        /** Returns the settings with several methods, with intervals that hold simultaneously. */
        static List<Rivals> of(List<CaseResult> cases) {
            Map<Setting, List<Method>> settings = new LinkedHashMap<>();
            for (CaseResult result : cases) {
                String unit = result.score().orElseThrow().unit();
                ScoreUnit.parse(unit).ifPresent(parsed -> settings.computeIfAbsent(
                                new Setting(
                                        result.id().withMethod(cases.get(0).id().method()), unit),
                                none -> new ArrayList<>())
                        .add(new Method(result.id().method(), Forks.of(result), parsed.higherIsBetter())));
            }
            settings.values().removeIf(same -> same.size() < 2);
            int pairs = settings.values().stream()
                    .mapToInt(same -> same.size() * (same.size() - 1) / 2)
                    .sum();
            double confidence = 1 - Confidence.OVER_FORKS.significance() / Math.max(1, pairs);
            return settings.values().stream()
                    .map(same -> new Rivals(sorted(same), confidence))
                    .toList();
        }

        private static List<Method> sorted(List<Method> methods) {
            Comparator<Method> byValue =
                    Comparator.comparingDouble(method -> method.forks().value());
            return methods.stream()
                    .sorted(methods.get(0).higherIsBetter() ? byValue.reversed() : byValue)
                    .toList();
        }

        String text() {
            List<Method> others = methods.subList(1, methods.size());
            List<Method> open = others.stream().filter(other -> !leads(other)).toList();
            if (open.isEmpty()) {
                return others.size() == 1
                        ? others.get(0).name() + " is "
                                + Shares.slower(
                                        lead(others.get(0)).orElseThrow(),
                                        fastest().name())
                        : fastest().name() + " is the fastest of " + methods.size() + ", the others are at least "
                                + Shares.leastLost(others.stream()
                                        .mapToDouble(other ->
                                                lead(other).orElseThrow().low())
                                        .min()
                                        .orElseThrow())
                                + " slower";
            }
            boolean unknown = open.stream().anyMatch(other -> lead(other).isEmpty());
            int behind = others.size() - open.size();
            return (unknown ? "too few forks to compare " : "no significant difference between ")
                    + Counted.first(
                            MOST_NAMES,
                            Stream.concat(Stream.of(fastest()), open.stream())
                                    .map(Method::name)
                                    .toList())
                    + (behind == 0 ? "" : "; the other " + (behind == 1 ? "one is" : behind + " are") + " slower");
        }

        Method fastest() {
            return methods.get(0);
        }

        boolean isDecided() {
            return methods.stream().skip(1).allMatch(this::leads);
        }

        private boolean leads(Method other) {
            return lead(other).filter(speed -> speed.low() > 1).isPresent();
        }

        /** Returns the interval of the speed of the fastest over that of another; empty if one of them has a single fork. */
        private Optional<Interval> lead(Method other) {
            Forks fast = fastest().forks();
            Forks slow = other.forks();
            return fast.haveRatios() && slow.haveRatios()
                    ? (fastest().higherIsBetter() ? slow.ratioOf(fast) : fast.ratioOf(slow)).interval(confidence)
                    : Optional.empty();
        }
    }
}
