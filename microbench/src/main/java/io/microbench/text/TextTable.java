// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import io.microbench.text.ConsoleStyle.Colour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Lays rows out in columns: names to the left, numbers to the right.
 *
 * <p>If a row is wider than the console, the first column is cut in the middle: names differ at their ends, mostly at the end. Numbers are
 * never cut.
 */
public final class TextTable {

    private static final int NARROWEST_NAME = 9;

    /** A column; it is at least as wide as its width, its header and its cells. */
    private record Column(String header, boolean right, int gap, int width) {}

    private record Row(List<String> cells, Colour colour, String tail) {}

    private final ConsoleStyle style;
    private final List<Column> columns = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private boolean cutsEnds;

    public TextTable(ConsoleStyle style) {
        this.style = style;
    }

    /** Makes the table cut long names at their end: for names that differ at their beginning. */
    public TextTable cuttingEnds() {
        cutsEnds = true;
        return this;
    }

    public TextTable left(String... headers) {
        Arrays.stream(headers).forEach(header -> left(header, 0));
        return this;
    }

    public TextTable left(String header, int width) {
        columns.add(new Column(style.text(header), false, 2, width));
        return this;
    }

    public TextTable right(String... headers) {
        Arrays.stream(headers).forEach(header -> right(header, 2));
        return this;
    }

    /** Adds a column for numbers with a gap before it, in blanks. */
    public TextTable right(String header, int gap) {
        return right(header, gap, 0);
    }

    /** Adds a column for numbers with a gap before it, in blanks, and a minimum width. */
    public TextTable right(String header, int gap, int width) {
        columns.add(new Column(style.text(header), true, gap, width));
        return this;
    }

    public void row(List<String> cells) {
        row(cells, Colour.NONE);
    }

    public void row(List<String> cells, Colour colour) {
        row(cells, "", colour);
    }

    /** Adds a row with cells for the first columns; a text replaces the others. */
    public void row(List<String> cells, String tail, Colour colour) {
        rows.add(new Row(cells.stream().map(style::text).toList(), colour, style.text(tail)));
    }

    /** Returns the width of the columns if nothing is cut. */
    public int width() {
        return total(widths());
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (int c = 0; c < widths.length; c++) {
            widths[c] = width(c);
        }
        return widths;
    }

    private int total(int[] widths) {
        int total = 0;
        for (int c = 0; c < widths.length; c++) {
            total += widths[c] + (c == 0 ? 0 : columns.get(c).gap());
        }
        return total;
    }

    /** Returns all lines, each ended by a line feed. */
    public String render() {
        int[] widths = widths();
        int total = total(widths);
        if (style.width() > 0 && total > style.width()) {
            int others = total - widths[0];
            widths[0] = Math.min(widths[0], Math.max(NARROWEST_NAME, style.width() - others));
        }
        StringBuilder text = new StringBuilder();
        text.append(line(columns.stream().map(Column::header).toList(), "", widths))
                .append('\n');
        for (Row row : rows) {
            text.append(style.paint(row.colour(), line(row.cells(), row.tail(), widths)))
                    .append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        List<Integer> lengths = new ArrayList<>();
        Column shown = columns.get(column);
        lengths.add(Math.max(shown.width(), shown.header().length()));
        for (Row row : rows) {
            lengths.add(column < row.cells().size() ? row.cells().get(column).length() : 0);
        }
        return Collections.max(lengths);
    }

    private String line(List<String> cells, String tail, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < cells.size(); c++) {
            line.append(" ".repeat(c == 0 ? 0 : columns.get(c).gap()));
            String cell = c == 0 ? cut(cells.get(c), widths[c]) : cells.get(c);
            String blanks = " ".repeat(widths[c] - cell.length());
            line.append(columns.get(c).right() ? blanks + cell : cell + blanks);
        }
        if (!tail.isEmpty()) {
            line.append("  ").append(cutEnd(tail, style.width() - line.length()));
        }
        return line.toString().stripTrailing();
    }

    private String cut(String name, int width) {
        String sign = style.text("…");
        int kept = width - sign.length();
        if (name.length() <= width) {
            return name;
        }
        int head = cutsEnds ? kept : kept / 3;
        return name.substring(0, head) + sign + name.substring(name.length() - (kept - head));
    }

    private String cutEnd(String text, int width) {
        String sign = style.text("…");
        return style.width() == 0 || text.length() <= width
                ? text
                : text.substring(0, Math.max(0, width - sign.length())) + sign;
    }
}
