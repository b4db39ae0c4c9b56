// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.ReportColumn.Format;
import io.microbench.report.ReportColumn.Place;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Formats the cases of a run as a table, with the columns and the layout of JMH. If the columns of the parameters would be too wide, the
 * parameters are part of the names.
 *
 * <p>Score and Error are JMH's own: the error is half of the 99.9 % interval over all iterations, as if they were independent. The spread
 * between forks is shown beside the error. The row of a case without a result shows the reason instead.
 */
final class ConsoleTable {

    /** Width, in characters, of a table that is not for a terminal. */
    private static final int READABLE = 120;

    private final ConsoleStyle style;
    private final DenseNames names;
    private final boolean inNames;
    private final Set<String> parameters = new LinkedHashSet<>();
    private final boolean threads;
    private final List<CaseRow> rows;
    private final List<ReportColumn<CaseRow>> columns;

    private ConsoleTable(
            List<CaseResult> cases, Optional<Reference> reference, boolean full, boolean inNames, ConsoleStyle style) {
        this.style = style;
        this.inNames = inNames;
        names = new DenseNames(cases.stream().map(c -> c.id().benchmark()).toList());
        if (!inNames) {
            cases.forEach(c -> parameters.addAll(c.id().parameters().keySet()));
        }
        threads = cases.stream().anyMatch(c -> c.id().threads() > 1);
        rows = cases.stream()
                .flatMap(c -> CaseRow.allOf(c, reference).stream())
                .filter(row -> full || !row.isOfUnits())
                .toList();
        columns = CaseColumns.of(Place.CONSOLE, rows);
    }

    static String render(List<CaseResult> cases, ConsoleStyle style) {
        return render(cases, Optional.empty(), false, style);
    }

    /**
     * Returns the table.
     *
     * @param full whether to include all results about asynchronous units of work
     */
    static String render(List<CaseResult> cases, Optional<Reference> reference, boolean full, ConsoleStyle style) {
        TextTable inColumns = new ConsoleTable(cases, reference, full, false, style).table();
        if (inColumns.width() <= (style.width() > 0 ? style.width() : READABLE)) {
            return inColumns.render();
        }
        TextTable inNames = new ConsoleTable(cases, reference, full, true, style).table();
        return (inNames.width() < inColumns.width() ? inNames : inColumns).render();
    }

    private TextTable table() {
        TextTable table = new TextTable(style).left("Benchmark");
        parameters.forEach(name -> table.right("(" + name + ")"));
        if (threads) {
            table.right("Threads");
        }
        table.right("Mode");
        for (ReportColumn<CaseRow> column : columns) {
            String heading = column.heading();
            switch (column.format()) {
                // The sign has its own column, as in JMH's table.
                case ERROR -> table.right("", 1).right(heading, 1);
                case NOTE -> table.remarks(heading);
                default -> table.right(heading);
            }
        }
        rows.forEach(row -> addRow(table, row));
        return table;
    }

    private void addRow(TextTable table, CaseRow row) {
        List<String> cells = identity(
                row.result(),
                row.secondary().map(secondary -> ":" + secondary.label()).orElse(""));
        if (!row.isMeasured()) {
            Colour colour = row.result().status() == Status.FAILED ? Colour.RED : Colour.DIM;
            table.row(cells, row.result().withoutScore(), colour);
            return;
        }
        for (ReportColumn<CaseRow> column : columns) {
            String text = column.text(row);
            if (column.format() == Format.ERROR) {
                cells.add(text.isEmpty() ? "" : "±");
            }
            cells.add(text);
        }
        table.row(cells);
    }

    private List<String> identity(CaseResult result, String label) {
        List<String> cells = new ArrayList<>();
        cells.add(names.shorten(result.id().benchmark()) + inName(result) + label);
        for (String parameter : parameters) {
            cells.add(result.id().parameters().getOrDefault(parameter, "N/A"));
        }
        if (threads) {
            cells.add(Integer.toString(result.id().threads()));
        }
        cells.add(result.plan().mode().label());
        return cells;
    }

    private String inName(CaseResult result) {
        if (!inNames || result.id().parameters().isEmpty()) {
            return "";
        }
        return result.id().parameters().entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining(",", "(", ")"));
    }
}
