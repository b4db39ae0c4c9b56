// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import io.microbench.text.ConsoleStyle.Colour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Formats rows as columns of left-aligned names and right-aligned numbers.
 *
 * <p>If a row is wider than the console, the first column is cut in the middle, because names differ at their beginning or their end.
 * Numbers are never cut. A remark has at most {@value #LONGEST_REMARK} characters. The rest of a longer remark is a note below the table,
 * printed once for all rows with this remark.
 */
public final class TextTable {

    /** The largest number of characters of a remark in a row. */
    public static final int LONGEST_REMARK = 60;

    private static final int NARROWEST_NAME = 9;
    private static final int NARROWEST_REMARK = 20;
    private static final String PARTS = "; ";

    /** A column; it is at least as wide as its width, its header and its cells. */
    private record Column(String header, boolean right, int gap, int width, boolean remarks) {}

    private record Row(List<String> cells, Colour colour, String tail) {}

    private final ConsoleStyle style;
    private final List<Column> columns = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private boolean cutsEnds;

    public TextTable(ConsoleStyle style) {
        this.style = style;
    }

    /** Makes the table cut long names at their end, for names that differ at the beginning. */
    public TextTable cuttingEnds() {
        cutsEnds = true;
        return this;
    }

    public TextTable left(String... headers) {
        Arrays.stream(headers).forEach(header -> left(header, 0));
        return this;
    }

    public TextTable left(String header, int width) {
        columns.add(new Column(style.text(header), false, 2, width, false));
        return this;
    }

    /** Adds the last column, for remarks. */
    public TextTable remarks(String header) {
        columns.add(new Column(style.text(header), false, 2, 0, true));
        return this;
    }

    public TextTable right(String... headers) {
        Arrays.stream(headers).forEach(header -> right(header, 2));
        return this;
    }

    /** Adds a column for numbers, preceded by the given number of blanks. */
    public TextTable right(String header, int gap) {
        return right(header, gap, 0);
    }

    /** Adds a column for numbers with a minimum width, preceded by the given number of blanks. */
    public TextTable right(String header, int gap, int width) {
        columns.add(new Column(style.text(header), true, gap, width, false));
        return this;
    }

    public void row(List<String> cells) {
        row(cells, Colour.NONE);
    }

    public void row(List<String> cells, Colour colour) {
        row(cells, "", colour);
    }

    /** Adds a row with cells for the first columns; {@code tail} replaces the other cells. */
    public void row(List<String> cells, String tail, Colour colour) {
        List<String> texts = new ArrayList<>();
        for (String cell : cells) {
            String text = style.text(cell);
            texts.add(columns.get(texts.size()).remarks() ? remark(text, LONGEST_REMARK) : text);
        }
        rows.add(new Row(texts, colour, style.text(tail)));
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
        for (int i = 0; i < notes.size(); i++) {
            text.append(mark(i)).append(' ').append(notes.get(i)).append('\n');
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
            int room = style.width() == 0 ? LONGEST_REMARK : style.width() - line.length() - 2;
            line.append("  ").append(remark(tail, Math.min(LONGEST_REMARK, Math.max(NARROWEST_REMARK, room))));
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

    /**
     * Returns the parts of a remark that fit, and the mark of the note that has the others. If even the first part is
     * too long, returns its beginning.
     */
    private String remark(String text, int width) {
        if (text.length() <= width) {
            return text;
        }
        int end = text.lastIndexOf(PARTS, width - mark(notes.size()).length() - 1);
        String rest = end > 0 ? text.substring(end + PARTS.length()) : text;
        int known = notes.indexOf(rest);
        if (known < 0) {
            notes.add(rest);
        }
        String mark = " " + mark(known < 0 ? notes.size() - 1 : known);
        if (end > 0) {
            return text.substring(0, end) + mark;
        }
        String sign = style.text("…");
        int room = width - mark.length() - sign.length();
        return text.substring(0, Math.max(text.lastIndexOf(' ', room), room * 3 / 4)) + sign + mark;
    }

    private static String mark(int note) {
        return "[" + (note + 1) + "]";
    }
}
