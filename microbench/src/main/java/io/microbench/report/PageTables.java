// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import java.util.List;

/**
 * Tables above the cases of a page, with a heading and a note.
 *
 * @param heading heading of the section
 * @param tables the tables, in order
 * @param note how to read them; may be empty
 */
public record PageTables(String heading, List<Table> tables, String note) {

    /**
     * A table: its first column has names, the others have numbers.
     *
     * @param title title of the table; may be empty
     * @param columns the headings
     * @param rows the cells of each row; if there are fewer cells than columns, the last one spans the rest
     */
    public record Table(String title, List<String> columns, List<List<String>> rows) {

        public Table {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
        }
    }

    public PageTables {
        tables = List.copyOf(tables);
    }

    String html() {
        StringBuilder html = new StringBuilder("<section class=\"panel\" id=\"tables\">\n<h2>")
                .append(Html.escape(heading) + "</h2>\n<div class=\"scroll\">\n");
        tables.forEach(table -> write(table, html));
        html.append("</div>\n");
        if (!note.isEmpty()) {
            html.append("<p class=\"muted\">" + Html.escape(note) + "</p>\n");
        }
        return html.append("</section>\n").toString();
    }

    private static void write(Table table, StringBuilder html) {
        html.append("<table class=\"plain\">");
        if (!table.title().isEmpty()) {
            html.append("<caption>" + Html.escape(table.title()) + "</caption>");
        }
        html.append("\n<thead><tr>");
        for (int i = 0; i < table.columns().size(); i++) {
            html.append(i == 0 ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"num\">")
                    .append(Html.escape(table.columns().get(i)) + "</th>");
        }
        html.append("</tr></thead>\n<tbody>\n");
        table.rows().forEach(cells -> write(cells, table.columns().size(), html));
        html.append("</tbody></table>\n");
    }

    private static void write(List<String> cells, int columns, StringBuilder html) {
        html.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            String text = Html.escape(cells.get(i));
            boolean rest = i == cells.size() - 1 && cells.size() < columns;
            if (i == 0) {
                html.append("<th scope=\"row\">" + text + "</th>");
            } else if (rest) {
                html.append("<td colspan=\"" + (columns - i) + "\">" + text + "</td>");
            } else {
                html.append("<td class=\"num\">" + text + "</td>");
            }
        }
        html.append("</tr>\n");
    }
}
