// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.profile.StackTree;
import io.microbench.profile.StackTree.HotFrame;
import io.microbench.profile.StackTree.StackFrame;
import io.microbench.result.Profile;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Renders the profiles of a record as a section of the page: metrics, and links to the files. */
final class HtmlProfiles {

    private static final String BEGIN = """
        <section class="panel" id="profiles">
        <h2>Profiles</h2>
        <p class="muted">Each profile is from an extra fork that does not contribute to any score.</p>
        """;

    private HtmlProfiles() {}

    /** Returns the section; empty if nothing was profiled. */
    static String write(RunRecord run) {
        StringBuilder html = new StringBuilder();
        run.cases().forEach(result -> result.profiles()
                .orElse(List.of())
                .forEach(profile -> write(result.id().text() + ", " + profile.profiler(), profile, html)));
        return html.isEmpty() ? "" : BEGIN + html + "</section>\n";
    }

    private static void write(String name, Profile profile, StringBuilder html) {
        html.append("<details open><summary>" + Html.escape(name) + "</summary>\n");
        profile.failure().ifPresent(why -> html.append("<p class=\"FAILED\">" + Html.escape(why) + "</p>\n"));
        if (!profile.metrics().isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            profile.metrics()
                    .forEach((label, metric) -> rows.add(List.of(label, Numbers.brief(metric.score()), metric.unit())));
            html.append(Html.table("", List.of("Metric", "Value", "Unit"), rows, column -> column == 1));
        }
        if (!profile.files().isEmpty()) {
            html.append("<p class=\"muted\">Relative to the folder of the record:</p>\n<ul>\n");
            profile.files()
                    .forEach(file -> html.append(
                            "<li><a href=\"./" + Html.escape(file) + "\">" + Html.escape(file) + "</a></li>\n"));
            html.append("</ul>\n");
        }
        html.append("</details>\n");
    }

    /** Renders sampled stacks as a flame graph, a self-contained HTML file. */
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
            parts.put("data", Html.data("stacks", json(tree)));
            parts.put("hottest", hottest(tree.hottest(HOTTEST)));
            parts.put("footer", "Made by Microbench. This file is self-contained and needs no network.");
            parts.put("script", BrowserLibrary.pages("unpack.js", "flame.js"));
            return HtmlReport.fill(BrowserLibrary.pages("flame.html"), parts);
        }

        private static String hottest(List<HotFrame> frames) {
            return Html.table(
                    "",
                    List.of("Hottest methods", "Self", "Total"),
                    frames.stream()
                            .map(frame -> List.of(
                                    frame.name(), Numbers.percent(frame.self()), Numbers.percent(frame.total())))
                            .toList(),
                    column -> column > 0);
        }

        /** Returns the frames in pre-order, without nesting, because stacks may be deeper than JSON parsers allow. */
        private static String json(StackTree tree) {
            Map<String, Integer> names = new LinkedHashMap<>();
            List<Long> frames = new ArrayList<>();
            tree.roots().forEach(root -> walk(root, 0, names, frames));
            return Html.json(new TreeMap<>(Map.of("names", names.keySet(), "frames", frames)));
        }

        private static void walk(StackFrame frame, long depth, Map<String, Integer> names, List<Long> frames) {
            long name = names.computeIfAbsent(frame.name(), none -> names.size());
            frames.addAll(List.of(depth, name, frame.self()));
            frame.calls().forEach(call -> walk(call, depth + 1, names, frames));
        }
    }
}
