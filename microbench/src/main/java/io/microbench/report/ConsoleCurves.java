// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.ReportColumn.Place;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Formats curves for a console: bar charts of the rates at selected numbers of workers, then a table of all rungs for each curve.
 *
 * <p>All bars of a group have the same scale. If the console is too narrow, the table of a curve omits columns. Below the table is the fit
 * of the Universal Scalability Law.
 */
public final class ConsoleCurves {

    /** The columns that are omitted, in this order, if the console is too narrow. */
    private static final List<String> DISPENSABLE = List.of("Per worker", "p90", "p99.9", "p50", "p99", "±");

    static final int LENGTH = 50;

    private static final Colour[] COLOURS = {Colour.BLUE, Colour.YELLOW, Colour.GREEN, Colour.MAGENTA, Colour.CYAN};

    private final CurveGroup group;
    private final ConsoleStyle style;
    private final StringBuilder text = new StringBuilder();

    private ConsoleCurves(CurveGroup group, ConsoleStyle style) {
        this.group = group;
        this.style = style;
    }

    /** Formats curves that are compared with one another, each line ended by a line feed; empty if there are no curves. */
    public static String render(List<Curve> curves, ConsoleStyle style) {
        return curves.isEmpty() ? "" : new ConsoleCurves(CurveGroup.ofSnippets(curves), style).render();
    }

    /** Formats the curves of a run, grouped by class; empty if there are no curves. Each group begins with an empty line. */
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

    /** Adds a chart for each selected number of workers, or one chart if there is only one curve. */
    private void bars() {
        List<Curve> curves = group.curves();
        double largest =
                curves.stream().mapToDouble(curve -> curve.best().rate()).max().orElse(0);
        String prefix = group.title().isEmpty() ? "" : group.simpleTitle() + ", ";
        Map<String, List<Bar>> charts = new LinkedHashMap<>();
        for (int workers : group.marks()) {
            String concurrency = workers == 1 ? "no concurrency" : workers + " workers";
            for (Curve curve : curves) {
                String title = curves.size() == 1 ? title(curve) : prefix + concurrency;
                String name = curves.size() == 1 ? concurrency : curve.name();
                List<Bar> bars = charts.computeIfAbsent(title, none -> new ArrayList<>());
                curve.rungs().stream()
                        .filter(rung -> rung.workers() == workers)
                        .forEach(rung -> bars.add(new Bar(name, rung.rate())));
            }
        }
        charts.forEach(
                (title, bars) -> text.append(text.isEmpty() ? "" : "\n").append(render(title, bars, largest, style)));
    }

    record Bar(String name, double rate) {}

    /**
     * Returns a title and its bars. The bar of the largest rate has {@value #LENGTH} blocks; that of any other rate above 0 has at least
     * one.
     */
    static String render(String title, List<Bar> bars, double largest, ConsoleStyle style) {
        List<String> names = bars.stream().map(bar -> style.text(bar.name())).toList();
        List<String> rates = bars.stream()
                .map(bar -> style.text(ReportColumn.rate(bar.rate()) + " ops/s"))
                .toList();
        int widest = widest(names);
        // Four spaces before the name, a colon and a space after it, a space before the rate.
        int room = style.width() - widest - widest(rates) - 7;
        int length = style.width() == 0 ? LENGTH : Math.max(1, Math.min(LENGTH, room));
        StringBuilder drawn = new StringBuilder(style.text(title)).append('\n');
        for (int i = 0; i < bars.size(); i++) {
            String blocks = style.text("■").repeat(blocks(bars.get(i).rate(), largest, length));
            drawn.append(" ".repeat(4 + widest - names.get(i).length()) + names.get(i) + ": "
                    + style.paint(COLOURS[i % COLOURS.length], blocks) + (blocks.isEmpty() ? "" : " ") + rates.get(i)
                    + "\n");
        }
        return drawn.toString();
    }

    static int blocks(double rate, double largest, int length) {
        return rate > 0 && largest > 0 ? (int) Math.min(length, Math.ceil(length * rate / largest)) : 0;
    }

    private static int widest(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
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
                + FitFormat.of(curve)
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
