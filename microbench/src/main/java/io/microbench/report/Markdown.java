// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.text.Printable;

/** Escapes text for Markdown, so that it is shown unchanged. */
final class Markdown {

    private Markdown() {}

    /** Escapes characters that would be read as markup. */
    static String escape(String value) {
        return Printable.line(value)
                .replaceAll("([\\\\`*_{}\\[\\]|~#])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "@\u200B");
    }

    /**
     * Formats text as code, with a fence longer than any run of backticks in it; in a table, bars need to be escaped
     * even there.
     */
    static String code(String value) {
        String shown = Printable.line(value).replace("|", "\\|");
        String fence = "`";
        while (shown.contains(fence)) {
            fence += "`";
        }
        String gap = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
        return fence + gap + shown + gap + fence;
    }
}
