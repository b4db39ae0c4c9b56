// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.profile.Profiled;
import io.microbench.result.Metric;
import io.microbench.result.Profile;
import io.microbench.result.RunRecord;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes profiles as a part of the page of a run; the script of the page draws flame graphs. */
final class HtmlProfiles {

    private static final String BEGIN = """
            <section class="panel" id="profiles">
            <h2>Profiles</h2>
            <p class="muted">Each is from an extra fork, which is not part of any score.</p>
            """;

    private HtmlProfiles() {}

    static String write(List<CaseProfile> profiles) {
        if (profiles.isEmpty()) {
            return "";
        }
        StringBuilder html = new StringBuilder(BEGIN);
        for (int i = 0; i < profiles.size(); i++) {
            write(profiles.get(i), "stacks-" + i, html);
        }
        return html.append("</section>\n").toString();
    }

    private static void write(CaseProfile profile, String id, StringBuilder html) {
        html.append("<details open><summary>"
                + Html.escape(profile.name() + ", "
                        + profile.delivered().map(CaseProfile::describe).orElse(profile.profiler()))
                + "</summary>\n");
        failure(profile.failure(), html);
        profile.delivered().ifPresent(delivered -> write(delivered, id, html));
        html.append("</details>\n");
    }

    private static void write(Profiled delivered, String id, StringBuilder html) {
        delivered
                .stacks()
                .ifPresent(tree -> html.append(
                        tree.samples() > 0 ? FlamePage.part(id, tree) : "<p class=\"muted\">No results.</p>\n"));
        html.append(FlamePage.hottest(delivered.hottest()));
        metrics(delivered.metrics(), html);
        if (!delivered.text().isBlank()) {
            html.append("<details><summary>Full output</summary>\n<pre>"
                    + Html.escape(delivered.text().strip()) + "</pre></details>\n");
        }
    }

    private static void metrics(Map<String, Metric> metrics, StringBuilder html) {
        if (metrics.isEmpty()) {
            return;
        }
        html.append(
                "<table class=\"plain\"><thead><tr><th scope=\"col\">Metric</th><th scope=\"col\" class=\"num\">Value</th>"
                        + "<th scope=\"col\">Unit</th></tr></thead>\n<tbody>\n");
        metrics.forEach((label, metric) -> html.append("<tr><th scope=\"row\">" + Html.escape(label)
                + "</th><td class=\"num\">" + Html.escape(Numbers.score(metric.score())) + "</td><td>"
                + Html.escape(metric.unit()) + "</td></tr>\n"));
        html.append("</tbody></table>\n");
    }

    /** Returns the part of the page that needs only the record: numbers, and paths of the files; empty if nothing was profiled. */
    static String recorded(RunRecord run) {
        StringBuilder html = new StringBuilder();
        run.cases().forEach(one -> one.profiles()
                .orElse(List.of())
                .forEach(profile -> recorded(one.id().text() + ", " + profile.profiler(), profile, html)));
        return html.isEmpty() ? "" : BEGIN + html + "</section>\n";
    }

    private static void recorded(String name, Profile profile, StringBuilder html) {
        html.append("<details open><summary>" + Html.escape(name) + "</summary>\n");
        failure(profile.failure(), html);
        metrics(profile.metrics(), html);
        if (!profile.files().isEmpty()) {
            html.append("<p class=\"muted\">Relative to the folder of the record:</p>\n<ul>\n");
            profile.files().forEach(file -> html.append("<li><code>" + Html.escape(file) + "</code></li>\n"));
            html.append("</ul>\n");
        }
        html.append("</details>\n");
    }

    private static void failure(Optional<String> failure, StringBuilder html) {
        failure.ifPresent(why -> html.append("<p class=\"FAILED\">" + Html.escape(why) + "</p>\n"));
    }
}
