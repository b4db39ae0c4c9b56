// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.CurveGroup.LineNames;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Curves;
import io.microbench.stats.Confidence;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Formats the rates of alternatives, which may be in different classes, for a console: a row for each alternative, a
 * column for each number of workers.
 */
public final class RateTable {

    private RateTable() {}

    /**
     * Returns a table for each method and each value of the parameters that are not alternatives; empty if a case has no rate. The fastest
     * row is the first one.
     */
    public static Optional<String> render(Collection<CaseResult> all, Set<String> alternatives, ConsoleStyle style) {
        if (all.stream()
                .anyMatch(one -> one.status() == Status.DONE && rung(one).isEmpty())) {
            return Optional.empty();
        }
        Map<CaseId, List<CaseResult>> tables = new LinkedHashMap<>();
        for (CaseResult one : all) {
            TreeMap<String, String> others = new TreeMap<>(one.id().parameters());
            others.keySet().removeAll(alternatives);
            CaseId table = new CaseId("", one.id().method(), others, 1, Optional.empty());
            tables.computeIfAbsent(table, none -> new ArrayList<>()).add(one);
        }
        return Optional.of(tables.values().stream()
                .map(cases -> table(cases, alternatives, style))
                .collect(Collectors.joining("\n")));
    }

    private static Optional<Rung> rung(CaseResult result) {
        return Curves.rung(result, Confidence.OVER_FORKS.level()).filter(rung -> result.status() == Status.DONE);
    }

    private static String table(List<CaseResult> cases, Set<String> alternatives, ConsoleStyle style) {
        Map<String, Set<String>> values = new TreeMap<>();
        cases.forEach(one -> one.id().parameters().forEach((name, value) -> values.computeIfAbsent(
                        name, none -> new TreeSet<>())
                .add(value)));
        String heading = cases.get(0).id().method() + ", ops/s"
                + (cases.stream().flatMap(one -> rung(one).stream()).allMatch(rung -> rung.interval()
                                .isEmpty())
                        ? ", one fork each"
                        : "")
                + values.entrySet().stream()
                        .filter(parameter -> parameter.getValue().size() == 1)
                        .map(parameter -> parameter.getKey() + "=" + String.join("", parameter.getValue()))
                        .collect(Collectors.joining(", ", ": ", ""));
        values.values().removeIf(several -> several.size() == 1);
        Set<String> naming = values.isEmpty() ? alternatives : values.keySet();
        Map<String, List<CaseResult>> rows = cases.stream()
                .sorted(Comparator.comparingDouble(
                        one -> -rung(one).map(Rung::rate).orElse(0.0)))
                .collect(Collectors.groupingBy(
                        one -> LineNames.name(one.id(), naming), LinkedHashMap::new, Collectors.toList()));
        TreeSet<Integer> workers =
                cases.stream().map(one -> one.id().threads()).collect(Collectors.toCollection(TreeSet::new));
        TextTable table = table(rows, workers, style);
        boolean fits = style.width() == 0 || table.width() <= style.width();
        return ConsoleStyle.wrap(style.text(heading), style.width(), "  ") + "\n"
                + (fits ? table : table(rows, CurveGroup.marks(workers), style)).render();
    }

    private static TextTable table(
            Map<String, List<CaseResult>> rows, Collection<Integer> workers, ConsoleStyle style) {
        TextTable table = new TextTable(style).left("Workers");
        workers.forEach(count -> table.right(count.toString(), 2, 0));
        rows.forEach((name, row) ->
                table.row(Stream.concat(Stream.of(name), workers.stream().map(count -> cell(row, count)))
                        .toList()));
        return table;
    }

    private static String cell(List<CaseResult> row, int workers) {
        return row.stream()
                .filter(one -> one.id().threads() == workers)
                .map(one -> rung(one)
                        .map(rung -> ReportColumn.rate(rung.rate()))
                        .orElseGet(() -> one.status().name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining());
    }
}
