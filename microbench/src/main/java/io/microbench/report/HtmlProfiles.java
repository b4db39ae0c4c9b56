// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.profile.ProfilerPlan.Profiled;
import io.microbench.profile.StackTree;
import io.microbench.profile.StackTree.HotFrame;
import io.microbench.profile.StackTree.StackFrame;
import io.microbench.result.Metric;
import io.microbench.result.Profile;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.io.JsonStringEncoder;

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
        html.append("<table class=\"plain\"><thead><tr><th scope=\"col\">Metric</th><th scope=\"col\""
                + " class=\"num\">Value</th><th scope=\"col\">Unit</th></tr></thead>\n"
                + "<tbody>\n");
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

    /** Renders sampled stacks as a flame graph: one self-contained HTML file, or a part of another page. */
    static final class FlamePage {

        private static final int HOTTEST = 15;

        private FlamePage() {}

        static String render(String title, String profiler, StackTree tree) {
            Map<String, String> parts = new LinkedHashMap<>();
            parts.put("title", Html.escape(title));
            parts.put(
                    "subtitle",
                    Html.escape(Counted.of(tree.samples(), "sample") + " by " + profiler
                            + ", in a fork that is not part of the scores"));
            parts.put("css", BrowserLibrary.pages("report.css", "flame.css"));
            parts.put("flame", part("stacks", tree));
            parts.put("hottest", hottest(tree.hottest(HOTTEST)));
            parts.put("footer", "Made by Microbench. This file is self-contained and needs no network.");
            parts.put("script", BrowserLibrary.pages("unpack.js", "flame.js"));
            return HtmlReport.fill(BrowserLibrary.pages("flame.html"), parts);
        }

        /** Returns the graph as a part of a page; the script of the page draws it. */
        static String part(String id, StackTree tree) {
            return """
                <div class="flame" data-stacks="${id}">
                <div class="bar" role="search"><label for="${id}-search">Search</label>
                <input id="${id}-search" type="search" autocomplete="off" spellcheck="false" placeholder="part of a name">
                <button type="button" class="quiet" disabled>All</button>
                <span role="status"></span></div>
                <ul class="kinds"></ul>
                <div class="frames" role="group" aria-label="Flame graph"></div>
                <p class="says"></p>
                <noscript><p class="note">The graph needs JavaScript, which this browser does not run.</p></noscript>
                <p class="keys">Keys: <kbd>↓</kbd> <kbd>↑</kbd> <kbd>←</kbd> <kbd>→</kbd> move, <kbd>Enter</kbd> zoom in,
                <kbd>Esc</kbd> zoom out</p>
                </div>
                """.replace("${id}", Html.escape(id)) + Html.data(id, json(tree));
        }

        static String hottest(List<HotFrame> frames) {
            if (frames.isEmpty()) {
                return "";
            }
            StringBuilder html = new StringBuilder(
                    "<table class=\"plain\"><thead><tr><th scope=\"col\">Hottest methods</th><th scope=\"col\""
                            + " class=\"num\">Self</th><th scope=\"col\" class=\"num\">Total</th></tr></thead>\n"
                            + "<tbody>\n");
            frames.forEach(frame -> html.append("<tr><th scope=\"row\">" + Html.escape(frame.name())
                    + "</th><td class=\"num\">" + Numbers.percent(frame.self()) + "</td><td class=\"num\">"
                    + Numbers.percent(frame.total()) + "</td></tr>\n"));
            return html.append("</tbody></table>\n").toString();
        }

        /** Writes the frames in pre-order, without nesting: stacks may be deeper than JSON parsers allow. */
        private static String json(StackTree tree) {
            Map<String, Integer> names = new LinkedHashMap<>();
            StringBuilder frames = new StringBuilder();
            tree.roots().forEach(root -> walk(root, 0, names, frames));
            StringBuilder json = new StringBuilder("{\"names\":[");
            names.forEach((name, place) -> json.append(place == 0 ? "\"" : ",\"")
                    .append(JsonStringEncoder.getInstance().quoteAsCharArray(name))
                    .append('"'));
            return json.append("],\"frames\":[" + frames + "]}").toString();
        }

        private static void walk(StackFrame frame, int depth, Map<String, Integer> names, StringBuilder text) {
            int name = names.computeIfAbsent(frame.name(), none -> names.size());
            text.append(text.isEmpty() ? "" : ",").append(depth + "," + name + "," + frame.self());
            frame.calls().forEach(call -> walk(call, depth + 1, names, text));
        }
    }
}
