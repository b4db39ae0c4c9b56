// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.Bars.Bar;
import io.microbench.report.ReportColumn.Place;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Formats curves for a console: bars of the rates at some numbers of workers, then a table of all rungs for each curve.
 *
 * <p>All bars of a group have one scale. The table of a curve leaves out columns if the console is too narrow for all of
 * them. The fit of the Universal Scalability Law follows below it.
 */
public final class ConsoleCurves {

    /** The columns that a console leaves out if it is too narrow, in this order. */
    private static final List<String> DISPENSABLE = List.of("Per worker", "p90", "p99.9", "p50", "p99", "±");

    private final CurveGroup group;
    private final ConsoleStyle style;
    private final StringBuilder text = new StringBuilder();

    private ConsoleCurves(CurveGroup group, ConsoleStyle style) {
        this.group = group;
        this.style = style;
    }

    /** Returns curves that are compared with one another, each line ended by a line feed; empty for no curves. */
    public static String render(List<Curve> curves, ConsoleStyle style) {
        return curves.isEmpty() ? "" : new ConsoleCurves(CurveGroup.ofSnippets(curves), style).render();
    }

    /** Returns the curves of a run, those of each class together; empty for none. Blocks begin with an empty line. */
    static String ofCases(RunRecord run, ConsoleStyle style) {
        StringBuilder all = new StringBuilder();
        CurveGroup.of(run).forEach(group -> all.append('\n').append(new ConsoleCurves(group, style).render()));
        return all.toString();
    }

    private String render() {
        if (!group.note().isEmpty()) {
            text.append(ConsoleStyle.wrap(style.text(group.simpleTitle() + ": " + group.note()), style.width(), "  "))
                    .append('\n');
        }
        bars();
        for (Curve curve : group.curves()) {
            if (curve.rungs().size() >= CurveGroup.RUNGS) {
                text.append('\n').append(style.text(title(curve))).append('\n').append(table(curve));
            }
        }
        return text.toString();
    }

    private void bars() {
        double largest = group.curves().stream()
                .mapToDouble(curve -> curve.best().rate())
                .max()
                .orElse(0);
        List<Integer> marks = group.marks();
        if (group.curves().size() == 1) {
            Curve only = group.curves().get(0);
            List<Bar> bars = new ArrayList<>();
            marks.forEach(workers -> rung(only, workers).ifPresent(rung -> bars.add(bar(concurrency(workers), rung))));
            text.append(text.isEmpty() ? "" : "\n").append(Bars.render(title(only), bars, largest, style));
            return;
        }
        String prefix = group.title().isEmpty() ? "" : group.simpleTitle() + ", ";
        for (int workers : marks) {
            List<Bar> bars = new ArrayList<>();
            group.curves().forEach(curve -> rung(curve, workers).ifPresent(rung -> bars.add(bar(curve.name(), rung))));
            text.append(text.isEmpty() ? "" : "\n")
                    .append(Bars.render(prefix + concurrency(workers), bars, largest, style));
        }
    }

    private static Optional<Rung> rung(Curve curve, int workers) {
        return curve.rungs().stream().filter(rung -> rung.workers() == workers).findFirst();
    }

    private static Bar bar(String name, Rung rung) {
        return new Bar(name, rung.rate(), ReportColumn.rate(rung.rate()) + " ops/s");
    }

    private static String concurrency(int workers) {
        return workers == 1 ? "no concurrency" : workers + " workers";
    }

    private String title(Curve curve) {
        return group.title().isEmpty()
                ? curve.name()
                : group.simpleTitle() + (group.isOfClass() ? "." : ", ") + curve.name();
    }

    private String table(Curve curve) {
        List<CurveRow> rows = CurveRow.allOf(curve);
        List<ReportColumn<CurveRow>> columns = new ArrayList<>(CurveRow.columns(Place.CONSOLE, rows));
        TextTable table = table(columns, rows);
        for (String label : DISPENSABLE) {
            if (style.width() > 0 && table.width() > style.width()) {
                columns.removeIf(column -> column.label().equals(label));
                table = table(columns, rows);
            }
        }
        return table.render()
                + FitText.of(curve)
                        .map(fit -> ConsoleStyle.wrap(style.text(fit), style.width(), "  ") + "\n")
                        .orElse("");
    }

    private TextTable table(List<ReportColumn<CurveRow>> columns, List<CurveRow> rows) {
        TextTable table = new TextTable(style);
        ReportColumn.addTo(table, columns);
        rows.forEach(row ->
                table.row(columns.stream().map(column -> column.text(row)).toList()));
        return table;
    }
}
