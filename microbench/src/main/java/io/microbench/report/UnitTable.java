// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.Reference.Relation;
import io.microbench.report.ReportColumn.Format;
import io.microbench.report.ReportColumn.Place;
import io.microbench.report.ReportColumn.Value;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.ScoreUnit;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Counted;
import io.microbench.text.MarkdownTable;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table of the benchmarks of a class that have the same input and whose score is the time of an asynchronous unit of work, the fastest
 * first.
 *
 * @param title the class and the input
 */
record UnitTable(String title, List<UnitRow> rows) {

    private static final Set<Place> SCREENS = EnumSet.of(Place.CONSOLE, Place.MARKDOWN, Place.PAGE);

    private static final String COMPARISON = "Comparison";

    private static final List<ReportColumn<UnitRow>> COLUMNS = List.of(
            ReportColumn.of("", "Name", Format.TEXT, SCREENS, row -> Value.of(row.name())),
            number("ips", Format.RATE, row -> 1e9 / row.average()),
            number("Average", Format.DURATION, UnitRow::average),
            ReportColumn.of("", "Deviation", Format.TEXT, SCREENS, row -> Value.of(row.deviation())),
            number("Median", Format.DURATION, row -> row.nanos(":p0.50")),
            number("99th %", Format.DURATION, row -> row.nanos(":p0.99")),
            ReportColumn.of("", COMPARISON, Format.TEXT, SCREENS, row -> Value.of(row.comparison())),
            number("Minimum", Format.DURATION, row -> row.nanos(":p0.00")),
            number("Maximum", Format.DURATION, row -> row.nanos(":p1.00")),
            number("Sample size", Format.COUNT, row -> row.value(":samples")),
            ReportColumn.of("", "Mode", Format.TEXT, SCREENS, row -> Value.of(row.modes())),
            ReportColumn.of(
                    "", "Remarks", Format.NOTE, SCREENS, row -> Value.of(String.join("; ", Remarks.of(row.result())))));

    private static ReportColumn<UnitRow> number(String label, Format format, ToDoubleFunction<UnitRow> values) {
        return ReportColumn.number("", label, format, SCREENS, values);
    }

    private record Input(CaseId family, String unit) {}

    /** Returns the tables of the cases with a score per unit of work, in the order of the cases. */
    static List<UnitTable> of(Collection<CaseResult> cases) {
        Map<Input, List<CaseResult>> inputs = new LinkedHashMap<>();
        cases.stream().filter(UnitTable::has).forEach(result -> inputs.computeIfAbsent(
                        new Input(
                                result.id().withMethod(""),
                                result.score().map(Metric::unit).orElse("")),
                        none -> new ArrayList<>())
                .add(result));
        return inputs.entrySet().stream()
                .map(input -> new UnitTable(title(input.getKey().family()), sorted(input.getValue())))
                .toList();
    }

    /** Returns whether a case has a row in such a table. */
    static boolean has(CaseResult result) {
        return result.isOfUnits() && result.score().isPresent();
    }

    private static String title(CaseId family) {
        List<String> input = new ArrayList<>();
        family.parameters().forEach((name, value) -> input.add(name + "=" + value));
        if (family.threads() > 1) {
            input.add(Counted.of(family.threads(), "thread"));
        }
        String name = family.className().substring(family.className().lastIndexOf('.') + 1);
        return "Units of work: " + name + (input.isEmpty() ? "" : ", " + String.join(", ", input));
    }

    private static List<UnitRow> sorted(List<CaseResult> cases) {
        List<CaseResult> sorted = cases.stream()
                .sorted(Comparator.comparingDouble(UnitRow::average))
                .toList();
        return sorted.stream()
                .map(result -> new UnitRow(result, Optional.of(sorted.get(0)).filter(fastest -> !fastest.id()
                        .equals(result.id()))))
                .toList();
    }

    /**
     * Formats the tables for a console; empty if there are no tables. Each table begins with an empty line, each line ends with a line
     * feed.
     */
    static String console(Collection<CaseResult> cases, ConsoleStyle style) {
        return of(cases).stream()
                .map(table -> "\n" + style.text(table.title) + "\n" + table.console(style))
                .collect(Collectors.joining());
    }

    /** Returns one table, or two tables with the names in both if the console is too narrow. */
    private String console(ConsoleStyle style) {
        List<ReportColumn<UnitRow>> columns = columns(Place.CONSOLE);
        TextTable all = console(columns, style);
        if (style.width() == 0 || all.width() <= style.width()) {
            return all.render();
        }
        int second = columns.stream().map(ReportColumn::label).toList().indexOf("Minimum");
        return console(columns.subList(0, second), style).render() + "\n"
                + console(
                                Stream.concat(
                                                Stream.of(columns.get(0)),
                                                columns.subList(second, columns.size()).stream())
                                        .toList(),
                                style)
                        .render();
    }

    private TextTable console(List<ReportColumn<UnitRow>> columns, ConsoleStyle style) {
        TextTable table = new TextTable(style).left(columns.get(0).label());
        ReportColumn.addTo(table, columns.subList(1, columns.size()));
        rows.forEach(row -> table.row(cells(columns, row)));
        return table;
    }

    static String markdown(Collection<CaseResult> cases) {
        StringBuilder text = new StringBuilder();
        for (UnitTable each : of(cases)) {
            List<ReportColumn<UnitRow>> columns = each.columns(Place.MARKDOWN);
            MarkdownTable table = new MarkdownTable();
            ReportColumn.addTo(table, columns);
            each.rows.forEach(row ->
                    table.row(cells(columns, row).stream().map(Markdown::escape).toList()));
            text.append("**" + Markdown.escape(each.title) + "**\n\n")
                    .append(table.render())
                    .append('\n');
        }
        return text.toString();
    }

    static String page(Collection<CaseResult> cases) {
        StringBuilder html = new StringBuilder();
        for (UnitTable each : of(cases)) {
            List<ReportColumn<UnitRow>> columns = each.columns(Place.PAGE);
            html.append("<section class=\"panel units\"><div class=\"scroll\">"
                    + Html.table(
                            each.title,
                            columns.stream().map(ReportColumn::label).toList(),
                            each.rows.stream().map(row -> cells(columns, row)).toList(),
                            column -> columns.get(column).format().isNumber())
                    + "</div></section>\n");
        }
        return html.toString();
    }

    private List<ReportColumn<UnitRow>> columns(Place place) {
        return ReportColumn.shown(COLUMNS, place, rows);
    }

    private static List<String> cells(List<ReportColumn<UnitRow>> columns, UnitRow row) {
        return columns.stream().map(column -> column.text(row)).toList();
    }

    /**
     * A case, and the fastest case of its table.
     *
     * @param fastest empty for the fastest case itself
     */
    record UnitRow(CaseResult result, Optional<CaseResult> fastest) {

        private static final String LATENCY = "async.latency";
        private static final String GAP = "async.gap";

        String name() {
            return result.id().method();
        }

        double average() {
            return average(result);
        }

        /** Returns the mean time in nanoseconds. It is based on the score, which is not rounded to a histogram bucket. */
        static double average(CaseResult result) {
            Metric score = result.score().orElseThrow();
            return ScoreUnit.parse(score.unit())
                    .map(unit -> unit.higherIsBetter() ? unit.nanos() / score.score() : unit.nanos() * score.score())
                    .orElse(Double.NaN);
        }

        /**
         * Returns the secondary result with the given suffix: for the latency if start times were recorded, otherwise
         * for the gaps.
         */
        double value(String name) {
            return metric(name).map(Metric::score).orElse(Double.NaN);
        }

        double nanos(String name) {
            return metric(name)
                    .flatMap(metric -> ScoreUnit.parse(metric.unit()).map(unit -> unit.nanos() * metric.score()))
                    .orElse(Double.NaN);
        }

        private Optional<Metric> metric(String name) {
            Map<String, Metric> all = result.secondary();
            return Optional.ofNullable(all.get((all.containsKey(LATENCY) ? LATENCY : GAP) + name));
        }

        String deviation() {
            double share = nanos(":deviation") / nanos("");
            return Double.isNaN(share) ? "" : "±" + Numbers.fixed(100 * share, 2) + "%";
        }

        /** Returns the most frequent times; {@code none} if no time occurs twice. */
        String modes() {
            List<String> modes = Stream.iterate(1, i -> i + 1)
                    .map(i -> nanos(i == 1 ? ":mode" : ":mode" + i))
                    .takeWhile(nanos -> !Double.isNaN(nanos))
                    .map(Quantity.DURATION::format)
                    .toList();
            return modes.isEmpty() ? "none" : String.join(", ", modes);
        }

        /**
         * Compares the average with the average of the fastest case: {@code 9.93x slower, +0.90 s}; {@code ≈ 1.01x} if the interval of
         * the ratio over forks includes 1. With a single fork of each, there is no interval.
         */
        String comparison() {
            return fastest.map(this::comparison).orElse("");
        }

        private String comparison(CaseResult first) {
            double ratio = average() / average(first);
            if (!Double.isFinite(ratio)) {
                return "";
            }
            String times = Numbers.fixed(ratio, 2) + "x";
            Relation relation = Relation.of(
                    Forks.of(result),
                    Forks.of(first),
                    result.score().orElseThrow().unit());
            boolean known = !Double.isNaN(relation.low());
            return known && relation.mayBeEqual()
                    ? "≈ " + times
                    : times + " slower, +"
                            + Quantity.DURATION.bestFor(average()).format(average() - average(first));
        }
    }
}
