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
 * <p>Only parameters with numeric values above 0 are checked, if the largest is at least {@value #SPAN} times the smallest. The
 * score may legitimately not depend on a parameter that is not a size, so this only reports the fact.
 */
final class FlatScores {

    /** The least ratio of sizes, at which even logarithmic work changes: a search in 80 elements takes 1.9 times as long as in 10. */
    static final double SPAN = 8;

    /** Tolerance for equal scores, as a share of the smaller one; two forks of the same code differ by as much. */
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
                                + " the work was optimised away: return every result or give it to a"
                                + " Blackhole.",
                        Numbers.percent(change),
                        name,
                        small.text(),
                        name,
                        large.text(),
                        name)));
    }
}
