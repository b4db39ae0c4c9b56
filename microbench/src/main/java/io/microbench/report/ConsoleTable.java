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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Formats the cases of a run as a table, with the columns and the layout of JMH; as one table per class if a single one would
 * be too wide because each class has other parameters.
 *
 * <p>Score and Error are JMH's own: the error is half of the 99.9 % interval over all iterations, as if they were
 * independent. The spread of the forks is beside it. The row of a case without a result has the reason.
 */
final class ConsoleTable {

    /** Columns of a table that is not for a terminal. */
    private static final int READABLE = 120;

    private enum Values {
        IN_COLUMNS,
        IN_NAMES
    }

    private final ConsoleStyle style;
    private final UnaryOperator<String> names;
    private final Values values;
    private final Set<String> parameters = new LinkedHashSet<>();
    private final boolean threads;
    private final List<CaseRow> rows;
    private final List<ReportColumn<CaseRow>> columns;

    private ConsoleTable(
            List<CaseResult> cases,
            Optional<Reference> reference,
            UnaryOperator<String> names,
            Values values,
            ConsoleStyle style) {
        this.style = style;
        this.names = names;
        this.values = values;
        if (values == Values.IN_COLUMNS) {
            cases.forEach(c -> parameters.addAll(c.id().parameters().keySet()));
        }
        threads = cases.stream().anyMatch(c -> c.id().threads() > 1);
        rows = cases.stream().flatMap(c -> CaseRow.allOf(c, reference).stream()).toList();
        columns = CaseColumns.of(Place.CONSOLE, rows);
    }

    static String render(List<CaseResult> cases, ConsoleStyle style) {
        return render(List.copyOf(cases), Optional.empty(), style);
    }

    static String render(List<CaseResult> cases, Reference reference, ConsoleStyle style) {
        return render(List.copyOf(cases), Optional.of(reference), style);
    }

    private static String render(List<CaseResult> cases, Optional<Reference> reference, ConsoleStyle style) {
        DenseNames dense =
                new DenseNames(cases.stream().map(c -> c.id().benchmark()).toList());
        TextTable whole = new ConsoleTable(cases, reference, dense::shorten, Values.IN_COLUMNS, style).table();
        Map<String, List<CaseResult>> classes = new LinkedHashMap<>();
        cases.forEach(c -> classes.computeIfAbsent(c.id().className(), name -> new ArrayList<>())
                .add(c));
        if (whole.width() <= readable(style)) {
            return whole.render();
        }
        if (classes.size() <= 1) {
            return narrower(cases, reference, dense::shorten, whole, style).render();
        }
        StringJoiner tables = new StringJoiner("\n");
        classes.forEach((name, ofClass) -> {
            UnaryOperator<String> methods = benchmark -> benchmark.substring(name.length() + 1);
            TextTable table = new ConsoleTable(ofClass, reference, methods, Values.IN_COLUMNS, style).table();
            tables.add(style.text(name) + "\n"
                    + narrower(ofClass, reference, methods, table, style).render());
        });
        return tables.toString();
    }

    /** Returns the table, or the one with values in the names if this one is too wide and that one narrower. */
    private static TextTable narrower(
            List<CaseResult> cases,
            Optional<Reference> reference,
            UnaryOperator<String> names,
            TextTable inColumns,
            ConsoleStyle style) {
        if (inColumns.width() <= readable(style)) {
            return inColumns;
        }
        TextTable inNames = new ConsoleTable(cases, reference, names, Values.IN_NAMES, style).table();
        return inNames.width() < inColumns.width() ? inNames : inColumns;
    }

    private static int readable(ConsoleStyle style) {
        return style.width() > 0 ? style.width() : READABLE;
    }

    private TextTable table() {
        TextTable table = new TextTable(style).left("Benchmark");
        parameters.forEach(name -> table.right("(" + name + ")"));
        if (threads) {
            table.right("Threads");
        }
        table.right("Mode");
        boolean levels = rows.stream().anyMatch(row -> Remarks.hasInterval(row.result()));
        for (ReportColumn<CaseRow> column : columns) {
            String heading = levels ? column.heading() : column.label();
            switch (column.format()) {
                // The sign has its own column, as in JMH's table.
                case ERROR -> table.right("", 1).right(heading, 1);
                case NOTE -> table.left(heading);
                default -> table.right(heading);
            }
        }
        rows.forEach(row -> addRow(table, row));
        return table;
    }

    private void addRow(TextTable table, CaseRow row) {
        List<String> cells = identity(
                row.result(), row.secondary().map(of -> ":" + of.label()).orElse(""));
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
        cells.add(names.apply(result.id().benchmark()) + inName(result) + label);
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
        if (values == Values.IN_COLUMNS || result.id().parameters().isEmpty()) {
            return "";
        }
        return result.id().parameters().entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining(",", "(", ")"));
    }
}
