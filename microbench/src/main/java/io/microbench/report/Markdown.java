// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.text.Printable;

/** Writes text into Markdown so that it is shown as it is. */
final class Markdown {

    private Markdown() {}

    /** Escapes text that would be taken for markup. */
    static String escape(String value) {
        return Printable.line(value)
                .replaceAll("([\\\\`*_{}\\[\\]|~#])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "@\u200B");
    }

    /**
     * Sets text as code, with a fence longer than any run of backticks in it; a table needs its bars escaped even
     * there.
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
