// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.CaseColumn.Place;
import io.microbench.scaling.Curve;
import io.microbench.text.MarkdownTable;
import java.util.List;

/** Formats curves as Markdown: a table of rungs for each, and the fit of the Universal Scalability Law. */
final class MarkdownCurves {

    private MarkdownCurves() {}

    static String render(CurveGroup group) {
        StringBuilder text = new StringBuilder();
        if (!group.note().isEmpty()) {
            text.append(Markdown.escape(group.note()) + "\n");
        }
        for (Curve curve : group.curves()) {
            text.append(text.isEmpty() ? "" : "\n").append(Markdown.code(curve.name()) + "\n\n" + table(curve));
            FitText.of(curve).ifPresent(fit -> text.append("\n" + Markdown.escape(fit) + "\n"));
        }
        return text.toString();
    }

    private static String table(Curve curve) {
        List<CurveRow> rows = CurveRow.allOf(curve);
        List<CurveColumn> columns = CurveColumn.of(Place.MARKDOWN, rows);
        MarkdownTable table = new MarkdownTable();
        for (CurveColumn column : columns) {
            if (column.format() == CurveColumn.Format.TEXT) {
                table.left(column.label());
            } else {
                table.right(column.label());
            }
        }
        rows.forEach(row -> table.row(columns.stream()
                .map(column -> Markdown.escape(column.text(row)))
                .toList()));
        return table.render();
    }
}
