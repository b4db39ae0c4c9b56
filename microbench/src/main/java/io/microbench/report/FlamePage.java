// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.profile.HotFrame;
import io.microbench.profile.StackFrame;
import io.microbench.profile.StackTree;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.io.JsonStringEncoder;

/** Renders sampled stacks as a flame graph: one self-contained HTML file, or a part of another page. */
final class FlamePage {

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
                "<table class=\"plain\"><thead><tr><th scope=\"col\">Hottest methods</th>"
                        + "<th scope=\"col\" class=\"num\">Self</th><th scope=\"col\" class=\"num\">Total</th></tr></thead>\n<tbody>\n");
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
