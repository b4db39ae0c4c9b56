// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Escapes text for HTML pages. */
final class Html {

    private static final String PLAIN = "-._~:=,()[]+@";

    private Html() {}

    /** Escapes text for an element's content or for an attribute in double quotes. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** Escapes JSON for a script element: nothing in it can end the element or begin a comment. */
    static String script(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    /** Returns the anchor of a case: its text without characters that are invalid in URLs; the same in every report. */
    static String anchor(CaseId id) {
        return anchor(id.text());
    }

    static String anchor(String id) {
        StringBuilder anchor = new StringBuilder();
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (letter || PLAIN.indexOf(c) >= 0) {
                anchor.append(c);
            } else {
                anchor.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return anchor.toString();
    }
}
