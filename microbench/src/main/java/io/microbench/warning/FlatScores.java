// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Likeness;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds benchmarks whose score is the same for a small and for a large value of a parameter.
 *
 * <p>Only parameters whose values are numbers above 0 are looked at, the largest at least {@value #SPAN} times the smallest. A
 * parameter that is not a size gives a flat score by right, so this reports what was seen and leaves the judgement to the reader.
 */
final class FlatScores {

    /** Over this even work that grows with the logarithm of the size changes: a search in 80 against one in 10 is 1.9 times as long. */
    static final double SPAN = 8;

    /** Of the smaller score; two forks of the same code differ by as much. */
    static final double FLAT = 0.02;

    private record Group(
            String method,
            int threads,
            Optional<String> mode,
            Map<String, String> others,
            String unit,
            Optional<String> jvm,
            List<String> jvmArgs) {}

    private record Point(CaseResult result, String text, double value, double score) {}

    private FlatScores() {}

    static List<Guard> of(RunRecord run) {
        Map<String, Map<Group, List<Point>>> byParameter = new LinkedHashMap<>();
        for (CaseResult result : run.cases()) {
            if (result.status() == CaseResult.Status.DONE && result.score().isPresent()) {
                result.id().parameters().forEach((name, text) -> add(byParameter, result, name, text));
            }
        }
        List<Guard> guards = new ArrayList<>();
        byParameter.forEach((name, groups) -> groups.values().stream()
                .filter(points -> compare(run, points))
                .forEach(points -> look(name, points).ifPresent(guards::add)));
        return guards;
    }

    private static boolean compare(RunRecord run, List<Point> points) {
        return Likeness.obstacle(run, points.stream().map(Point::result).toList())
                .isEmpty();
    }

    private static void add(
            Map<String, Map<Group, List<Point>>> byParameter, CaseResult result, String name, String text) {
        Metric score = result.score().orElseThrow();
        Optional<Double> value = positive(text);
        if (value.isEmpty() || !(score.score() > 0) || !Double.isFinite(score.score())) {
            return;
        }
        CaseId id = result.id();
        Map<String, String> others = new TreeMap<>(id.parameters());
        others.remove(name);
        byParameter
                .computeIfAbsent(name, n -> new LinkedHashMap<>())
                .computeIfAbsent(
                        new Group(
                                id.benchmark(),
                                id.threads(),
                                id.mode(),
                                others,
                                score.unit(),
                                result.plan().jvm(),
                                result.plan().jvmArgs()),
                        group -> new ArrayList<>())
                .add(new Point(result, text, value.get(), score.score()));
    }

    private static Optional<Double> positive(String text) {
        try {
            double value = Double.parseDouble(text);
            return value > 0 && Double.isFinite(value) ? Optional.of(value) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Guard> look(String name, List<Point> points) {
        Point small =
                points.stream().min(Comparator.comparingDouble(Point::value)).orElseThrow();
        Point large =
                points.stream().max(Comparator.comparingDouble(Point::value)).orElseThrow();
        double least = points.stream().mapToDouble(Point::score).min().orElseThrow();
        double most = points.stream().mapToDouble(Point::score).max().orElseThrow();
        double change = most / least - 1;
        if (large.value() < SPAN * small.value() || change >= FLAT) {
            return Optional.empty();
        }
        return Optional.of(new Guard(
                Guard.Kind.FLAT,
                name,
                small.result().id().text(),
                String.format(
                        Locale.ROOT,
                        "its score changes by no more than %s from %s=%s to %s=%s. Either it does not depend on %s, or"
                                + " what should was optimised away: see that every result is returned or given to a"
                                + " Blackhole.",
                        Numbers.percent(change),
                        name,
                        small.text(),
                        name,
                        large.text(),
                        name)));
    }
}
