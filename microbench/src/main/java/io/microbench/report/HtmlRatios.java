// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.report.HtmlReport.Repeat;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * The section with the changes of a comparison on one scale, grouped by verdict, and the band of equivalence.
 *
 * <p>The scale is logarithmic: half as fast and twice as fast are equally far from the middle. It ends at the largest change; an interval
 * that extends beyond it ends in an arrow.
 */
final class HtmlRatios {

    /** Maximum number of cases drawn per group; the others are only in the table of cases. */
    static final int MOST = 25;

    /** Candidate tick labels (relative changes) left and right of zero, in order of distance from zero. */
    private static final List<double[]> TICKS = List.of(
            new double[] {-0.01, -0.02, -0.05, -0.1, -0.2, -0.5, -0.8, -0.9, -0.99, -0.999},
            new double[] {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 9, 99, 999});
    /** Minimum distance between two labels, so that they do not overlap, as a share of half the scale. */
    private static final double LEAST_GAP = 0.3;
    /** Maximum distance of a label from the middle, so that it fits into the scale, as a share of half the scale. */
    private static final double FURTHEST = 0.9;

    private static final double LEAST_REACH = 0.03;
    private static final double ROOM = 1.25;

    private final RunComparison comparison;
    private final Optional<Repeat> repeat;
    private final double reach;
    private final StringBuilder html = new StringBuilder();

    private HtmlRatios(RunComparison comparison, Optional<Repeat> repeat) {
        this.comparison = comparison;
        this.repeat = repeat;
        double band = repeat.map(Repeat::band).orElse(0.0);
        reach = ROOM
                * DoubleStream.concat(
                                DoubleStream.of(Math.log1p(LEAST_REACH), 2 * Math.log1p(band)),
                                comparison.verdicts().stream()
                                        .mapToDouble(v -> Math.abs(Math.log(v.ratio())))
                                        .filter(Double::isFinite))
                        .max()
                        .orElse(1);
    }

    /** Returns the section, followed by the command that repeats the comparison, if known; empty if there is neither. */
    static String write(RunComparison comparison, Optional<Repeat> repeat) {
        return new HtmlRatios(comparison, repeat).write();
    }

    private String write() {
        if (comparison.verdicts().stream().anyMatch(HtmlRatios::isDrawn)) {
            html.append("<section class=\"panel\" id=\"ratios\" aria-label=\"Changes by verdict\">\n");
            html.append("<h2>Change of speed</h2>\n<table class=\"ratios\">\n");
            scale();
            for (Verdict verdict : List.of(Verdict.SLOWER, Verdict.FASTER, Verdict.UNDECIDED, Verdict.SAME)) {
                group(verdict.name(), "case", " " + verdict.text(), v -> v.countsAs(verdict));
            }
            group("CONTROL", "control", "", CaseVerdict::isUndecidedControl);
            html.append("</table>\n</section>\n");
        }
        repeat.flatMap(Repeat::command)
                .ifPresent(command -> html.append("<section class=\"panel\">\n<h2>Compare again</h2>\n"
                        + "<div class=\"command\" id=\"again\"><code>" + Html.escape(command)
                        + "</code></div>\n</section>\n"));
        return html.toString();
    }

    private static boolean isDrawn(CaseVerdict verdict) {
        return verdict.ratio() > 0 && Double.isFinite(verdict.ratio());
    }

    private void scale() {
        html.append("<thead><tr><th scope=\"col\">Case</th><th scope=\"col\" class=\"plot\"><div class=\"ticks\">");
        tick(0, "0", false);
        for (double[] side : TICKS) {
            double last = Double.POSITIVE_INFINITY;
            for (int i = side.length - 1; i >= 0; i--) {
                double place = Math.log1p(side[i]);
                double distance = Math.abs(place) / reach;
                if (distance < FURTHEST && distance > LEAST_GAP && last - distance > LEAST_GAP) {
                    tick(place, (side[i] > 0 ? "+" : "") + Numbers.level(side[i]), Double.isFinite(last));
                    last = distance;
                }
            }
        }
        html.append(
                "</div></th><th scope=\"col\" class=\"num\">Speed</th><th scope=\"col\" class=\"num\">Interval</th></tr></thead>\n");
    }

    /** Adds a label; narrow screens show only the middle and the outermost labels. */
    private void tick(double place, String label, boolean inner) {
        html.append("<span" + (inner ? " class=\"inner\"" : "") + " style=\"left:" + percent(place) + "\">" + label
                + "</span>");
    }

    /** Adds the cases of a kind, those that changed most first. */
    private void group(String style, String noun, String kind, Predicate<CaseVerdict> isOfKind) {
        List<CaseVerdict> all = comparison.verdicts().stream()
                .filter(isOfKind.and(HtmlRatios::isDrawn))
                .sorted(Comparator.comparingDouble(v -> -Math.abs(Math.log(v.ratio()))))
                .toList();
        if (all.isEmpty()) {
            return;
        }
        html.append("<tbody class=\"" + style + "\">\n<tr><th colspan=\"4\" scope=\"rowgroup\">"
                + Counted.of(all.size(), noun) + kind + "</th></tr>\n");
        all.stream().limit(MOST).forEach(this::row);
        if (all.size() > MOST) {
            html.append("<tr><td colspan=\"4\" class=\"more\">and " + (all.size() - MOST)
                    + " more, in the table of cases</td></tr>\n");
        }
        html.append("</tbody>\n");
    }

    private void row(CaseVerdict v) {
        String interval = Double.isNaN(v.low()) ? "" : Numbers.changes(v.low(), v.high());
        html.append("<tr><th scope=\"row\"><a href=\"#" + Html.escape(Html.anchor(v.id())) + "\">"
                + Html.breakable(v.id().displayName()) + "</a>"
                + (v.allocatesMore() ? " <span class=\"mark\">allocates more</span>" : "")
                + "</th><td class=\"plot\"><div class=\"plot\" aria-hidden=\"true\">");
        repeat.ifPresent(judged -> {
            double band = Math.log1p(judged.band());
            span("band", -band, band);
        });
        html.append("<i class=\"one\"></i>");
        if (!interval.isEmpty()) {
            double low = Math.log(Math.max(v.low(), Double.MIN_NORMAL));
            double high = v.high() == Double.POSITIVE_INFINITY ? Double.MAX_VALUE : Math.log(v.high());
            span("interval" + (low < -reach ? " below" : "") + (high > reach ? " above" : ""), low, high);
        }
        html.append("<b style=\"left:" + percent(Math.log(v.ratio())) + "\"></b></div></td><td class=\"num\">"
                + Numbers.change(v.ratio() - 1) + "</td><td class=\"num\">" + interval + "</td></tr>\n");
    }

    private void span(String name, double from, double to) {
        double left = place(from);
        html.append("<i class=\"" + name + "\" style=\"left:" + Numbers.fixed(left, 2) + "%;width:"
                + Numbers.fixed(place(to) - left, 2) + "%\"></i>");
    }

    private double place(double log) {
        return 50 + 50 * Math.max(-1, Math.min(1, log / reach));
    }

    private String percent(double log) {
        return Numbers.fixed(place(log), 2) + "%";
    }
}
