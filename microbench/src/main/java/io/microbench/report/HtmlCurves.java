// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.CaseColumn.Place;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.text.Counted;
import java.util.List;

/**
 * The part of the page with the curves: for each group a container for its charts, and tables of the same values.
 *
 * <p>{@code curves.js} draws the charts; the tables do not need it. Cases with only two numbers of threads are not a curve:
 * the details of their rows show them.
 */
final class HtmlCurves {

    private final StringBuilder html = new StringBuilder();

    private HtmlCurves() {}

    /** Returns a section for each group, empty for a run without curves. */
    static String write(RunRecord run) {
        HtmlCurves curves = new HtmlCurves();
        CurveGroup.of(run).stream()
                .filter(group ->
                        group.curves().stream().anyMatch(curve -> curve.rungs().size() >= CurveGroup.RUNGS))
                .forEach(curves::write);
        return curves.html.toString();
    }

    private void write(CurveGroup group) {
        html.append("<section class=\"panel curves\" data-chart=\"" + Html.escape(group.title())
                + "\">\n<h2>Against workers: " + Html.escape(group.simpleTitle()) + "</h2>\n"
                + (group.note().isEmpty() ? "" : "<p class=\"muted\">" + Html.escape(group.note()) + "</p>\n")
                + "<div class=\"pair\"></div>\n<dl class=\"fits\">\n");
        group.curves().forEach(curve -> FitText.of(curve)
                .ifPresent(fit ->
                        html.append("<dt>" + Html.escape(curve.name()) + "</dt><dd>" + Html.escape(fit) + "</dd>\n")));
        html.append("</dl>\n<details><summary>Values of "
                + Counted.of(group.curves().size(), "curve") + "</summary>\n");
        group.curves().forEach(this::write);
        html.append("</details>\n</section>\n");
    }

    private void write(Curve curve) {
        List<CurveRow> rows = CurveRow.allOf(curve);
        List<CurveColumn> columns = CurveColumn.of(Place.PAGE, rows);
        html.append("<div class=\"scroll\"><table class=\"plain\">\n<caption>" + Html.escape(curve.name())
                + "</caption>\n<thead><tr>");
        columns.forEach(column -> cell("th scope=\"col\"", column, column.label()));
        html.append("</tr></thead>\n<tbody>\n");
        for (CurveRow row : rows) {
            html.append("<tr>");
            columns.forEach(column -> cell("td", column, column.text(row)));
            html.append("</tr>\n");
        }
        html.append("</tbody></table></div>\n");
    }

    private void cell(String start, CurveColumn column, String text) {
        boolean number = column.format() != CurveColumn.Format.TEXT;
        html.append('<')
                .append(start)
                .append(number ? " class=\"num\">" : ">")
                .append(Html.escape(text))
                .append("</")
                .append(start, 0, 2)
                .append('>');
    }
}
