// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.util.Map;

/**
 * Writes properties in the format of {@link java.util.Properties#load(java.io.Reader)}.
 *
 * <p>{@code Properties.store} also writes the date, and for that loads time zones and locale data: some tens of
 * milliseconds in the host and in the fork, before the first result.
 */
public final class PropertyLines {

    private PropertyLines() {}

    /** Returns a line for each entry, in the order of the map. */
    public static String of(Map<String, String> entries) {
        StringBuilder text = new StringBuilder();
        // A lambda would take a millisecond before the first iteration of a fork.
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            append(text, entry.getKey());
            text.append('=');
            append(text, entry.getValue());
            text.append('\n');
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            switch (c) {
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '\f' -> text.append("\\f");
                case ' ', '=', ':', '#', '!', '\\' -> text.append('\\').append(c);
                default -> text.append(c);
            }
        }
    }
}
