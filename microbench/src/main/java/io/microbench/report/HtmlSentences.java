// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the sentences on suites: a single one as a paragraph, several as a list, partly folded if it is long. */
final class HtmlSentences {

    /** The most sentences that are not folded; all are also in the table of cases, at the head of each suite. */
    private static final int MOST_SHOWN = 8;

    private HtmlSentences() {}

    /**
     * Returns the sentences.
     *
     * @param sentences by the name of the class, in the order of the run
     */
    static String write(Map<String, String> sentences) {
        if (sentences.isEmpty()) {
            return "";
        }
        if (sentences.size() == 1) {
            return "<p class=\"says\">" + sentence(sentences.values().iterator().next()) + "</p>\n";
        }
        Set<String> once = new HashSet<>();
        Set<String> same = new HashSet<>();
        sentences.keySet().stream()
                .map(HtmlSentences::simple)
                .filter(name -> !once.add(name))
                .forEach(same::add);
        List<Map.Entry<String, String>> all = new ArrayList<>();
        sentences.forEach(
                (name, words) -> all.add(Map.entry(same.contains(simple(name)) ? name : simple(name), words)));
        int shown = all.size() <= MOST_SHOWN + 1 ? all.size() : MOST_SHOWN;
        String list = list(all.subList(0, shown));
        return shown == all.size()
                ? list
                : list + "<details><summary>" + (all.size() - shown) + " more suites</summary>\n"
                        + list(all.subList(shown, all.size())) + "</details>\n";
    }

    private static String list(List<Map.Entry<String, String>> sentences) {
        StringBuilder html = new StringBuilder("<ul class=\"says\">\n");
        for (Map.Entry<String, String> suite : sentences) {
            html.append("<li><b>" + Html.escape(suite.getKey()) + "</b>: " + sentence(suite.getValue()) + "</li>\n");
        }
        return html.append("</ul>\n").toString();
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static String sentence(String words) {
        return Html.escape(words) + ".";
    }
}
