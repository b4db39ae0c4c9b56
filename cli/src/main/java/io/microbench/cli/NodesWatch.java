// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cluster.NodeRow;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Csv;
import io.microbench.text.Numbers;
import io.microbench.text.TextTable;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The columns of {@code nodes --watch}, and how their lines are written. */
final class NodesWatch {

    /** The columns, in their default order. */
    enum Field {
        TIME("Time", 20, row -> row.time().truncatedTo(ChronoUnit.SECONDS).toString()),
        NODE("Node", 12, row -> row.node()),
        CPU("CPU%", 6, row -> Numbers.fixed(row.cpuPercent(), 1)),
        LOAD("Load", 6, row -> Numbers.fixed(row.load(), 2)),
        HEAP("Heap MiB", 9, row -> Numbers.fixed(row.heapBytes() / (1 << 20), 1)),
        THREADS("Threads", 8, row -> Numbers.fixed(row.threads(), 0)),
        JOB("Job", 4, row -> row.job().orElse("no answer"));

        private final String title;
        private final int width;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final Function<NodeRow, String> cell;

        Field(String title, int width, Function<NodeRow, String> cell) {
            this.title = title;
            this.width = width;
            this.cell = cell;
        }

        /** Returns the name that is used on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isText() {
            return this == TIME || this == NODE || this == JOB;
        }
    }

    private NodesWatch() {}

    /** Reads the name of a column. */
    static final class FieldName implements ITypeConverter<Field> {
        @Override
        public Field convert(String text) {
            return Arrays.stream(Field.values())
                    .filter(field -> field.toString().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("\"" + text + "\" is not a column; expected "
                            + Arrays.stream(Field.values()).map(Field::toString).collect(Collectors.joining(", "))));
        }
    }

    static String csvHeader(List<Field> fields) {
        return Csv.row(fields.stream().map(field -> field.toString()).toList()).stripTrailing();
    }

    /** Writes rows as an endless table, with a header after every {@value #ROWS} rows, or as comma-separated values. */
    static final class Lines implements Consumer<NodeRow> {

        private static final int ROWS = 30;

        private final List<Field> fields;
        private final boolean csv;
        private final Consumer<String> lines;
        private int rows;

        Lines(List<Field> fields, boolean csv, Consumer<String> lines) {
            this.fields = List.copyOf(fields);
            this.csv = csv;
            this.lines = lines;
        }

        @Override
        public void accept(NodeRow row) {
            List<String> cells =
                    fields.stream().map(field -> field.cell.apply(row)).toList();
            if (csv) {
                List<String> known = cells.stream()
                        .map(cell -> cell.equals(Numbers.NONE) ? "" : cell)
                        .toList();
                lines.accept(Csv.row(known).stripTrailing());
                return;
            }
            TextTable table = new TextTable(ConsoleStyle.plain());
            for (Field field : fields) {
                if (field.isText()) {
                    table.left(field.title, field.width);
                } else {
                    table.right(field.title, 1, field.width);
                }
            }
            table.row(cells);
            List<String> drawn = table.render().lines().toList();
            if (rows++ % ROWS == 0) {
                lines.accept(drawn.get(0).stripTrailing());
            }
            lines.accept(drawn.get(1).stripTrailing());
        }
    }
}
