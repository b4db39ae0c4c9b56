// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.NodeSimilarity;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Curves;
import io.microbench.scaling.Curves.SecondaryRate;
import io.microbench.stats.Confidence;
import io.microbench.text.Counted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The curves of one chart: those of benchmarks that name the chart, of a benchmark class that names no chart, or of the snippets of a
 * command.
 *
 * @param title the title of the chart, or the full name of the class; empty for snippets
 * @param note a remark that applies to all curves; may be empty
 * @param lines the curves, at least one
 */
record CurveGroup(String title, String note, List<Line> lines) {

    /**
     * A curve of a chart.
     *
     * @param className the class of its benchmark; empty for snippets
     * @param name its name outside the chart: method and parameters
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

    /** Maximum number of rungs of a curve for which every rung has a bar and a row in the table of cases. */
    static final int FEW = 4;

    /** Minimum number of rungs of a curve; two rungs are only shown as bars and in the table of cases. */
    static final int RUNGS = 3;

    /** Maximum number of rates in a sentence. */
    private static final int MOST_RATES = 4;

    /** If a chart has many numbers of workers, bars are drawn only for these numbers and for the largest. */
    private static final Set<Integer> MARKS = Set.of(1, 50, 100);

    /** Returns the groups of a run in the order of their first cases. Rungs measured on dissimilar nodes do not form a curve. */
    static List<CurveGroup> of(RunRecord run) {
        Collection<CaseResult> cases = comparable(run);
        Map<String, List<CaseResult>> charts = new LinkedHashMap<>();
        cases.forEach(result ->
                charts.computeIfAbsent(chart(result), name -> new ArrayList<>()).add(result));
        List<CurveGroup> groups = new ArrayList<>();
        Set<CaseId> all = cases.stream()
                .filter(CurveGroup::isShared)
                .map(result -> Curves.family(result.id()))
                .collect(Collectors.toSet());
        charts.forEach((title, ofChart) -> {
            Map<CaseId, Curve> curves = Curves.byFamily(ofChart, Confidence.OVER_FORKS.level());
            if (!curves.isEmpty()) {
                groups.add(of(title, ofChart, curves, all));
            }
        });
        return groups;
    }

    /** Returns the group of a chart; {@code all} contains the curves of all charts that benchmarks name. */
    private static CurveGroup of(String title, List<CaseResult> cases, Map<CaseId, Curve> curves, Set<CaseId> all) {
        boolean shared = isShared(cases.get(0));
        LineNames names = new LineNames(title, curves.keySet(), all);
        List<Line> lines = new ArrayList<>();
        Set<String> rates = new TreeSet<>();
        cases.forEach(result -> SecondaryRate.of(result).ifPresent(beside -> rates.add(beside.label())));
        curves.forEach((family, curve) ->
                lines.add(new Line(family.className(), curve.name(), shared ? curve.named(names.of(family)) : curve)));
        StringJoiner note = new StringJoiner("; ");
        if (shared && !names.common().isEmpty()) {
            note.add((curves.size() == 1 ? "with " : "all with ") + names.common());
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

    /** Returns all cases except those of ladders whose nodes differ from each other or from the nodes of earlier ladders of the chart. */
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
        if (NodeSimilarity.obstacle(run, chart).isPresent()) {
            return false;
        }
        charts.put(title, chart);
        return true;
    }

    /**
     * Returns the rows of the table of cases: all cases except the measured rungs of ladders, which have their own tables. On a chart that
     * benchmarks name, every curve is such a ladder.
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

    /** Returns the rates of several curves at the largest number of workers that all curves have; empty for the chart of a class. */
    Optional<String> sentence() {
        List<Curve> curves = curves();
        Set<Integer> common = new TreeSet<>(workers(curves.get(0)));
        curves.forEach(curve -> common.retainAll(workers(curve)));
        if (isOfClass() || curves.size() < 2 || common.isEmpty()) {
            return Optional.empty();
        }
        int workers = Collections.max(common);
        Map<String, Rung> rungs = new LinkedHashMap<>();
        curves.forEach(curve -> at(curve, workers).ifPresent(rung -> rungs.put(curve.name(), rung)));
        List<String> rates = rungs.entrySet().stream()
                .sorted(Comparator.comparingDouble(rung -> -rung.getValue().rate()))
                .map(rung ->
                        rung.getKey() + " " + ReportColumn.rate(rung.getValue().rate()) + " ops/s")
                .toList();
        return Optional.of(simpleTitle() + ", " + Counted.of(workers, "worker") + ": "
                + (rates.size() <= MOST_RATES
                        ? String.join(", ", rates)
                        : rates.get(0) + " is the highest of " + rates.size() + " rates")
                + (rungs.values().stream().allMatch(rung -> rung.interval().isEmpty()) ? " (one fork each)" : "")
                + ".");
    }

    private static List<Integer> workers(Curve curve) {
        return curve.rungs().stream().map(Rung::workers).toList();
    }

    static Optional<Rung> at(Curve curve, int workers) {
        return curve.rungs().stream().filter(rung -> rung.workers() == workers).findFirst();
    }

    boolean isOfClass() {
        return lines.get(0).className().equals(title);
    }

    /** Returns the numbers of workers that have bars: all if there are few, otherwise the largest and, if measured, 1, 50 and 100. */
    List<Integer> marks() {
        return marks(lines.stream()
                .map(Line::curve)
                .flatMap(curve -> curve.rungs().stream())
                .map(Rung::workers)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    static List<Integer> marks(SortedSet<Integer> workers) {
        int largest = workers.last();
        return workers.stream()
                .filter(count -> workers.size() <= FEW || count == largest || MARKS.contains(count))
                .toList();
    }

    /**
     * Names the curves of a chart by the parameter values that distinguish them: {@code rocksdb, safe}, or {@code rocksdb, safe, nodes=3}
     * if a value is unclear without its name. A single curve is named by the values that distinguish it from the curves of other charts and
     * are not in the title.
     */
    static final class LineNames {

        private static final Pattern WORD = Pattern.compile("\\p{L}.*");
        private static final Set<String> FLAGS = Set.of("true", "false");

        private final Map<CaseId, String> names = new LinkedHashMap<>();
        private final Map<String, String> common = new TreeMap<>();

        LineNames(String title, Collection<CaseId> families, Collection<CaseId> all) {
            Set<String> parameters = new TreeSet<>();
            families.forEach(family -> parameters.addAll(family.parameters().keySet()));
            boolean alone = families.size() == 1;
            Set<String> distinguishing = parameters.stream()
                    .filter(name -> alone
                            ? isOneOf(name, all) && !isIn(title, name, families)
                            : values(name, families).size() > 1)
                    .collect(Collectors.toSet());
            boolean wholeName = alone && distinguishing.isEmpty();
            families.forEach(family -> names.put(family, name(family, wholeName ? parameters : distinguishing)));
            if (new TreeSet<>(names.values()).size() < families.size()) {
                names.replaceAll((family, name) -> name + ", "
                        + family.className().substring(family.className().lastIndexOf('.') + 1) + "."
                        + family.method());
            }
            if (!wholeName) {
                parameters.stream()
                        .filter(name -> !distinguishing.contains(name) && !isIn(title, name, families))
                        .forEach(name ->
                                values(name, families).iterator().next().ifPresent(value -> common.put(name, value)));
            }
        }

        private static Set<Optional<String>> values(String name, Collection<CaseId> families) {
            return families.stream()
                    .map(family -> Optional.ofNullable(family.parameters().get(name)))
                    .collect(Collectors.toSet());
        }

        private static boolean isOneOf(String name, Collection<CaseId> all) {
            return values(name, all).stream().filter(Optional::isPresent).count() > 1;
        }

        private static boolean isIn(String title, String name, Collection<CaseId> families) {
            return values(name, families).stream()
                    .flatMap(Optional::stream)
                    .anyMatch(value -> title.contains(name + "=" + value));
        }

        static String name(CaseId family, Set<String> distinguishing) {
            StringJoiner terms = new StringJoiner(", ").setEmptyValue(family.method());
            family.parameters().forEach((name, value) -> {
                if (distinguishing.contains(name)) {
                    terms.add(WORD.matcher(value).matches() && !FLAGS.contains(value) ? value : name + "=" + value);
                }
            });
            family.mode().ifPresent(mode -> terms.add("mode=" + mode));
            return terms.toString();
        }

        String of(CaseId family) {
            return names.getOrDefault(family, family.displayName());
        }

        /** Returns the parameters that have the same value in all curves and are not in the title: {@code keys=10000, valueSize=100}. */
        String common() {
            StringJoiner text = new StringJoiner(", ");
            common.forEach((name, value) -> text.add(name + "=" + value));
            return text.toString();
        }
    }
}
