// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.text.Printable;

/** Escapes text for Markdown. */
final class Markdown {

    private Markdown() {}

    /** Escapes characters that would be interpreted as markup. */
    static String escape(String value) {
        return Printable.line(value)
                .replaceAll("([\\\\`*_{}\\[\\]|~#])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "@\u200B");
    }

    /** Formats text as code, with a fence longer than any run of backticks in the text. In a table, bars must be escaped even in code. */
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
