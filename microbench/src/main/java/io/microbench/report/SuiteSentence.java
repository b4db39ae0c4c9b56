// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.report.SuiteSentence.ComparedMethods.Method;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkRatio;
import io.microbench.stats.Interval;
import io.microbench.stats.SequentialOrder;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import io.microbench.text.Words;
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
 * Summarizes the results of a suite in sentences: {@code pooledDirect is the fastest of 3 at size=1024: 1.31x adaptiveDirect, 3.6x
 * unpooledDirect.}
 *
 * <p>A method is called the fastest only if the intervals of all its ratios are above 1. Because all pairs of methods of a suite are
 * compared, the intervals are simultaneous (Bonferroni).
 */
final class SuiteSentence {

    /** The class name of snippets, which are compared by the rule of the snippet table. */
    static final String SNIPPETS = "snippet";

    private static final int MOST_NAMES = 3;
    /**
     * Maximum number of parameters in a sentence; if a setting has more, the sentence omits them. The page shows the parameters that all
     * cases share.
     */
    private static final int MOST_PARAMETERS = 2;

    private SuiteSentence() {}

    /**
     * Maps each class with results to its sentences, the most important sentence first; the classes are in the order of
     * the run.
     */
    static Map<String, List<String>> of(RunRecord run, Optional<RunComparison> comparison) {
        Map<String, List<CaseResult>> suites = run.cases().stream()
                .collect(Collectors.groupingBy(
                        result -> result.id().className(), LinkedHashMap::new, Collectors.toList()));
        Map<String, List<String>> sentences = new LinkedHashMap<>();
        suites.forEach((name, cases) -> sentences.put(name, sentences(name, cases, comparison, suites.size() > 1)));
        CurveGroup.of(run).forEach(group -> group.sentence()
                .ifPresent(sentence ->
                        sentences.computeIfPresent(group.lines().get(0).className(), (name, its) -> Stream.concat(
                                        its.stream(), Stream.of(sentence))
                                .toList())));
        sentences.values().removeIf(List::isEmpty);
        return sentences;
    }

    /** Returns the sentences about a suite; if there are several suites, including how many of its cases failed or changed. */
    private static List<String> sentences(
            String name, List<CaseResult> cases, Optional<RunComparison> comparison, boolean several) {
        List<CaseResult> measured =
                cases.stream().filter(SuiteSentence::isMeasured).toList();
        // Named charts have a sentence of their own, which compares no methods.
        boolean compares = measured.size() > 1 && measured.stream().noneMatch(CurveGroup::isShared);
        // The table of snippets compares all of them.
        List<CaseResult> judged = name.equals(SNIPPETS)
                ? measured
                : measured.stream().filter(result -> !result.isMostlyStarved()).toList();
        // Verdicts have their own rule for starved cases.
        int starved = compares && comparison.isEmpty() ? measured.size() - judged.size() : 0;
        long failed = cases.stream().filter(c -> c.status() == Status.FAILED).count();
        return Stream.of(
                        measured.isEmpty()
                                ? "Nothing was measured"
                                : measured.size() == 1 ? value(measured.get(0)) : compares ? fastest(name, judged) : "",
                        starved == 0
                                ? ""
                                : Counted.share(starved, measured.size(), "case")
                                        + (starved == 1
                                                ? " is not compared with others: most of its"
                                                : " are not compared with others: most of their")
                                        + " measured iterations waited for a processor",
                        comparison
                                .filter(found -> several)
                                .map(found -> changes(found, cases))
                                .orElse(""),
                        several && failed > 0 ? failed + " of " + cases.size() + " failed" : "")
                .filter(words -> !words.isEmpty())
                .map(words -> words + ".")
                .toList();
    }

    /** Returns whether a case has values over forks; a case that ran inside the host cannot be compared. */
    private static boolean isMeasured(CaseResult result) {
        return result.status() == Status.DONE
                && result.score().isPresent()
                && !result.plan().inProcess()
                && result.forkValues().length > 0;
    }

    private static String value(CaseResult result) {
        Forks forks = Forks.of(result);
        String basis = Counted.of(forks.values().size(), "fork");
        if (Numbers.isTooWide(forks.low(), forks.high())) {
            basis += ", too few for a useful interval";
        } else if (!Double.isNaN(forks.low())) {
            basis = Confidence.OVER_FORKS.percent() + " interval " + Numbers.brief(forks.low()) + " to "
                    + Numbers.brief(forks.high()) + ", " + basis;
        }
        CaseId id = result.id();
        return id.withMethod(Words.shortened(id.method())).displayName() + ": " + Numbers.brief(forks.value()) + " "
                + result.score().orElseThrow().unit() + " (" + basis + ")";
    }

    /**
     * Returns which method is the fastest, and in how many settings; empty if no setting has two measured methods.
     */
    private static String fastest(String name, List<CaseResult> measured) {
        if (name.equals(SNIPPETS)
                && !measured.stream().map(CaseResult::forkValues).allMatch(SequentialOrder::canJudge)) {
            return "";
        }
        List<ComparedMethods> settings = ComparedMethods.of(measured);
        if (settings.size() < 2) {
            return settings.isEmpty() ? "" : settings.get(0).text();
        }
        Map<String, Long> won = settings.stream()
                .filter(ComparedMethods::isDecided)
                .collect(Collectors.groupingBy(
                        rivals -> rivals.fastest().name(), LinkedHashMap::new, Collectors.counting()));
        if (won.isEmpty()) {
            return "No " + (name.equals(SNIPPETS) ? "snippet" : "method") + " is significantly the fastest in any of "
                    + settings.size() + " settings";
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

    /** Returns the snippets that are not significantly slower than the fastest one with the same inputs. */
    static Set<CaseId> tiedSnippets(RunRecord run) {
        List<CaseResult> snippets = run.cases().stream()
                .filter(result -> result.id().className().equals(SNIPPETS)
                        && isMeasured(result)
                        && SequentialOrder.canJudge(result.forkValues()))
                .toList();
        return ComparedMethods.of(snippets).stream()
                .flatMap(same -> same.methods().stream().skip(1).filter(other -> !same.leads(other)))
                .map(Method::id)
                .collect(Collectors.toSet());
    }

    private static String changes(RunComparison comparison, List<CaseResult> cases) {
        Set<CaseId> own = cases.stream().map(CaseResult::id).collect(Collectors.toSet());
        List<CaseVerdict> verdicts =
                comparison.verdicts().stream().filter(v -> own.contains(v.id())).toList();
        return verdicts.isEmpty() ? "" : VerdictTable.counts(verdicts);
    }

    /** Returns whether a measured case has too few forks for an interval, or for the requested precision. */
    static boolean needsForks(CaseResult result) {
        CaseReach reach = CaseReach.of(result);
        Optional<Double> requested = result.plan().adaptive().flatMap(AdaptivePlan::precision);
        return isMeasured(result)
                && (reach.forks() < 2
                        || requested
                                .filter(target -> reach.halfWidth() > target)
                                .isPresent());
    }

    /** The methods that were measured in one setting (the same parameters, threads and mode), the fastest first. */
    record ComparedMethods(CaseId setting, List<Method> methods, double confidence) {

        record Method(CaseId id, Forks forks, boolean higherIsBetter) {

            String name() {
                return Words.shortened(id.method());
            }
        }

        private record Setting(CaseId id, String unit) {}

        /** Returns the settings with several methods; the intervals of all of them are simultaneous. */
        static List<ComparedMethods> of(List<CaseResult> cases) {
            Map<Setting, List<Method>> settings = new LinkedHashMap<>();
            for (CaseResult result : cases) {
                String unit = result.score().orElseThrow().unit();
                ScoreUnit.parse(unit).ifPresent(parsed -> settings.computeIfAbsent(
                                new Setting(
                                        result.id().withMethod(cases.get(0).id().method()), unit),
                                none -> new ArrayList<>())
                        .add(new Method(result.id(), Forks.of(result), parsed.higherIsBetter())));
            }
            settings.values().removeIf(same -> same.size() < 2);
            int pairs = settings.values().stream()
                    .mapToInt(same -> same.size() * (same.size() - 1) / 2)
                    .sum();
            double confidence = 1 - Confidence.OVER_FORKS.significance() / Math.max(1, pairs);
            return settings.entrySet().stream()
                    .map(same -> new ComparedMethods(same.getKey().id(), sorted(same.getValue()), confidence))
                    .toList();
        }

        private static List<Method> sorted(List<Method> methods) {
            Comparator<Method> byValue =
                    Comparator.comparingDouble(method -> method.forks().value());
            return methods.stream()
                    .sorted(methods.get(0).higherIsBetter() ? byValue.reversed() : byValue)
                    .toList();
        }

        /** Returns the comparison as a sentence without its full stop. */
        String text() {
            List<Method> others = methods.subList(1, methods.size());
            List<Method> open = others.stream().filter(other -> !leads(other)).toList();
            if (open.isEmpty()) {
                return others.size() == 1 ? pair(others.get(0)) : lead(others);
            }
            boolean unknown = open.stream().anyMatch(other -> lead(other).isEmpty());
            List<String> alike = Stream.concat(Stream.of(fastest()), open.stream())
                    .map(Method::name)
                    .toList();
            List<Method> behind =
                    others.stream().filter(other -> !open.contains(other)).toList();
            return (unknown ? "Too few forks to compare " : "No significant difference between ")
                    + (alike.size() <= MOST_NAMES
                            ? Counted.list(alike)
                            : (behind.isEmpty() ? "the " : alike.size() + " of the ")
                                    + methods.size()
                                    + (isOfSnippets() ? " snippets" : " methods"))
                    + at()
                    + (behind.isEmpty()
                            ? ""
                            : behind.size() == 1
                                    ? "; " + behind.get(0).name() + " is slower"
                                    : "; the other " + behind.size() + " are slower");
        }

        private String pair(Method other) {
            // The rule of snippets may find a difference although this interval includes 1.
            String interval = lead(other)
                    .filter(speed -> speed.low() > 1)
                    .map(speed -> " (" + Confidence.OVER_FORKS.percent() + " interval " + Shares.factors(speed) + ")")
                    .orElse("");
            return fastest().name() + " is " + Shares.factor(ratio(other).ratio()) + " as fast as " + other.name()
                    + at() + interval;
        }

        /**
         * Lists the other methods with the ratio of the fastest method's speed to theirs; if there are many, only the first and the last.
         */
        private String lead(List<Method> others) {
            List<Method> named =
                    others.size() <= MOST_NAMES ? others : List.of(others.get(0), others.get(others.size() - 1));
            return fastest().name() + " is the fastest of " + methods.size() + at() + ": "
                    + named.stream()
                            .map(other -> Shares.factor(ratio(other).ratio()) + " " + other.name())
                            .collect(Collectors.joining(others.size() <= MOST_NAMES ? ", " : " to "));
        }

        /** Returns the parameters of the setting if there are few: {@code at size=1024}. */
        private String at() {
            StringJoiner terms = new StringJoiner(", ", " at ", "").setEmptyValue("");
            setting.parameters().forEach((name, value) -> terms.add(name + "=" + value));
            return setting.parameters().size() <= MOST_PARAMETERS ? terms.toString() : "";
        }

        Method fastest() {
            return methods.get(0);
        }

        boolean isDecided() {
            return methods.stream().skip(1).allMatch(this::leads);
        }

        private boolean isOfSnippets() {
            return setting.className().equals(SNIPPETS);
        }

        private boolean leads(Method other) {
            if (isOfSnippets()) {
                List<double[]> rest = methods.stream()
                        .filter(method -> !List.of(fastest(), other).contains(method))
                        .map(method -> Forks.array(method.forks()))
                        .toList();
                return SequentialOrder.among(methods.size())
                        .isClear(Forks.array(fastest().forks()), Forks.array(other.forks()), rest);
            }
            return lead(other).filter(speed -> speed.low() > 1).isPresent();
        }

        /** Returns the interval of the ratio of the fastest method's speed to another method's speed; empty if either has a single fork. */
        private Optional<Interval> lead(Method other) {
            return fastest().forks().haveRatios() && other.forks().haveRatios()
                    ? ratio(other).interval(confidence)
                    : Optional.empty();
        }

        /** Returns the ratio of the fastest method's speed to another method's speed. */
        private ForkRatio ratio(Method other) {
            return fastest().higherIsBetter()
                    ? other.forks().ratioOf(fastest().forks())
                    : fastest().forks().ratioOf(other.forks());
        }
    }
}
