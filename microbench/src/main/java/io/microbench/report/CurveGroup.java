// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Likeness;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Curves;
import io.microbench.scaling.Curves.RateBeside;
import io.microbench.stats.Confidence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The curves on one chart: those whose benchmarks name the same chart, those of a benchmark class that names none, or the snippets of a
 * command.
 *
 * @param title the chart, or the full name of the class; empty for snippets
 * @param note a remark that applies to all curves; may be empty
 * @param lines at least one
 */
record CurveGroup(String title, String note, List<Line> lines) {

    /**
     * A curve of a chart.
     *
     * @param className the class of its benchmark; empty for snippets
     * @param name method and parameters, its name outside of the chart
     * @param curve the curve, with its name on the chart
     */
    record Line(String className, String name, Curve curve) {}

    static CurveGroup ofSnippets(List<Curve> curves) {
        return new CurveGroup(
                "",
                "",
                curves.stream().map(curve -> new Line("", curve.name(), curve)).toList());
    }

    List<Curve> curves() {
        return lines.stream().map(Line::curve).toList();
    }

    /** The most rungs that are all drawn as bars, and whose cases are in the ordinary table. */
    static final int FEW = 4;

    /** The fewest rungs that make a curve; two are shown by bars and the table of cases. */
    static final int RUNGS = 3;

    /** The numbers of workers with bars if there are many rungs, besides the largest. */
    private static final Set<Integer> MARKS = Set.of(1, 50, 100);

    /** Returns the groups of a run, in the order of their first cases. Rungs from nodes that differ make no curve. */
    static List<CurveGroup> of(RunRecord run) {
        Collection<CaseResult> cases = comparable(run);
        Map<String, List<CaseResult>> charts = new LinkedHashMap<>();
        cases.forEach(result ->
                charts.computeIfAbsent(chart(result), name -> new ArrayList<>()).add(result));
        List<CurveGroup> groups = new ArrayList<>();
        charts.forEach((title, ofChart) -> {
            Map<CaseId, Curve> curves = Curves.byFamily(ofChart, Confidence.OVER_FORKS.level());
            if (!curves.isEmpty()) {
                groups.add(of(title, ofChart, curves));
            }
        });
        return groups;
    }

    private static CurveGroup of(String title, List<CaseResult> cases, Map<CaseId, Curve> curves) {
        boolean shared = isShared(cases.get(0));
        LineNames names = new LineNames(curves.keySet());
        List<Line> lines = new ArrayList<>();
        Set<String> rates = new TreeSet<>();
        cases.forEach(result -> RateBeside.of(result).ifPresent(beside -> rates.add(beside.label())));
        curves.forEach((family, curve) ->
                lines.add(new Line(family.className(), curve.name(), shared ? curve.named(names.of(family)) : curve)));
        StringJoiner note = new StringJoiner("; ");
        if (shared && !names.common().isEmpty()) {
            note.add("all with " + names.common());
        }
        if (!rates.isEmpty()) {
            note.add("ops/s are " + String.join(" and ", rates)
                    + ", not scores: the mean over forks of the medians of their iterations");
        }
        return new CurveGroup(title, note.toString(), lines);
    }

    /** Returns whether the benchmark names a chart for its curve. */
    static boolean isShared(CaseResult result) {
        return result.plan().curve().flatMap(CurvePlan::chart).isPresent();
    }

    private static String chart(CaseResult result) {
        return result.plan().curve().flatMap(CurvePlan::chart).orElseGet(() -> result.id()
                .className());
    }

    /**
     * Returns all cases except ladders whose nodes differ from each other, or from those of the first ladder of their
     * chart.
     */
    private static List<CaseResult> comparable(RunRecord run) {
        if (run.nodes().isEmpty()) {
            return run.cases();
        }
        Map<CaseId, List<CaseResult>> families = run.cases().stream()
                .collect(Collectors.groupingBy(
                        result -> Curves.family(result.id()), LinkedHashMap::new, Collectors.toList()));
        Map<String, List<CaseResult>> charts = new HashMap<>();
        families.values().removeIf(family -> family.size() > 1 && !join(run, family, charts));
        return run.cases().stream()
                .filter(result -> families.containsKey(Curves.family(result.id())))
                .toList();
    }

    private static boolean join(RunRecord run, List<CaseResult> ladder, Map<String, List<CaseResult>> charts) {
        String title = chart(ladder.get(0));
        List<CaseResult> chart = new ArrayList<>(charts.getOrDefault(title, List.of()));
        chart.addAll(ladder);
        if (Likeness.obstacle(run, chart).isPresent()) {
            return false;
        }
        charts.put(title, chart);
        return true;
    }

    /**
     * Returns the cases of the ordinary table: all but the measured rungs of ladders, which have their own tables. On a chart shared by
     * several classes, every curve is such a ladder.
     */
    static List<CaseResult> withoutLadders(RunRecord run) {
        Map<CaseId, Set<Integer>> ladders = comparable(run).stream()
                .filter(CurveGroup::isMeasured)
                .collect(Collectors.groupingBy(
                        result -> Curves.family(result.id()),
                        Collectors.mapping(result -> result.id().threads(), Collectors.toSet())));
        return run.cases().stream()
                .filter(result -> !isMeasured(result)
                        || ladders.getOrDefault(Curves.family(result.id()), Set.of())
                                        .size()
                                <= (isShared(result) ? RUNGS - 1 : FEW))
                .toList();
    }

    private static boolean isMeasured(CaseResult result) {
        return result.status() == Status.DONE
                && Curves.rung(result, Confidence.OVER_FORKS.level()).isPresent();
    }

    String simpleTitle() {
        return isOfClass() ? title.substring(title.lastIndexOf('.') + 1) : title;
    }

    boolean isOfClass() {
        return lines.get(0).className().equals(title);
    }

    /** Returns the numbers of workers that have bars: all if they are few, otherwise 1, 50, 100 and the largest, if measured. */
    List<Integer> marks() {
        TreeSet<Integer> workers = lines.stream()
                .map(Line::curve)
                .flatMap(curve -> curve.rungs().stream())
                .map(Rung::workers)
                .collect(Collectors.toCollection(TreeSet::new));
        int largest = workers.last();
        return workers.stream()
                .filter(count -> workers.size() <= FEW || count == largest || MARKS.contains(count))
                .toList();
    }

    /**
     * Names the curves of a chart by what distinguishes them there: {@code rocksdb, safe}, and {@code rocksdb, safe, nodes=3} if a value
     * needs the name of its parameter.
     */
    static final class LineNames {

        private static final Pattern WORD = Pattern.compile("\\p{L}.*");
        private static final Set<String> FLAGS = Set.of("true", "false");

        private final Map<CaseId, String> names = new LinkedHashMap<>();
        private final Map<String, String> common = new TreeMap<>();

        LineNames(Collection<CaseId> families) {
            Map<String, Set<Optional<String>>> values = new TreeMap<>();
            families.forEach(family -> family.parameters().keySet().forEach(name -> values.put(name, new HashSet<>())));
            values.forEach((name, all) -> families.forEach(family -> all.add(value(family, name))));
            boolean alone = families.size() == 1;
            families.forEach(family -> names.put(
                    family,
                    name(
                            family,
                            name -> alone || values.getOrDefault(name, Set.of()).size() > 1)));
            if (new TreeSet<>(names.values()).size() < families.size()) {
                names.replaceAll((family, name) -> name + ", "
                        + family.className().substring(family.className().lastIndexOf('.') + 1) + "."
                        + family.method());
            }
            values.forEach((name, all) -> {
                if (all.size() == 1 && families.size() > 1) {
                    all.iterator().next().ifPresent(value -> common.put(name, value));
                }
            });
        }

        private static Optional<String> value(CaseId family, String name) {
            return Optional.ofNullable(family.parameters().get(name));
        }

        private static String name(CaseId family, Predicate<String> distinguishes) {
            StringJoiner terms = new StringJoiner(", ").setEmptyValue(family.method());
            family.parameters().forEach((name, value) -> {
                if (distinguishes.test(name)) {
                    terms.add(WORD.matcher(value).matches() && !FLAGS.contains(value) ? value : name + "=" + value);
                }
            });
            family.mode().ifPresent(mode -> terms.add("mode=" + mode));
            return terms.toString();
        }

        String of(CaseId family) {
            return names.getOrDefault(family, family.displayName());
        }

        /** Returns the parameters that have the same value in all curves: {@code keys=10000, valueSize=100}; empty for a single curve. */
        String common() {
            StringJoiner text = new StringJoiner(", ");
            common.forEach((name, value) -> text.add(name + "=" + value));
            return text.toString();
        }
    }
}
