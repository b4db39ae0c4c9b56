// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.util.ArrayList;
import java.util.List;

/** Formats rows as a Markdown table with left-aligned names and right-aligned numbers. The caller escapes the cells. */
public final class MarkdownTable {

    private final List<String> headers = new ArrayList<>();
    private final List<String> alignments = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    public MarkdownTable left(String header) {
        return column(header, "---");
    }

    public MarkdownTable right(String header) {
        return column(header, "--:");
    }

    private MarkdownTable column(String header, String alignment) {
        headers.add(header);
        alignments.add(alignment);
        return this;
    }

    /** Adds a row; columns without a cell are empty. */
    public void row(List<String> cells) {
        List<String> row = new ArrayList<>(cells);
        while (row.size() < headers.size()) {
            row.add("");
        }
        rows.add(row);
    }

    public String render() {
        StringBuilder text = new StringBuilder();
        append(text, headers);
        append(text, alignments);
        rows.forEach(row -> append(text, row));
        return text.toString();
    }

    private static void append(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
