// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.util.ArrayList;
import java.util.List;

/** Splits text into words, and quotes words, as a shell does; shortens names. */
public final class Words {

    private static final int MOST_SHOWN = 80;

    private Words() {}

    /**
     * Returns the words separated by blanks; blanks inside single or double quotes belong to their word.
     *
     * @throws IllegalArgumentException if a quote is not closed
     */
    public static List<String> of(String text) {
        return split(text, ' ').stream().filter(word -> !word.isEmpty()).toList();
    }

    /**
     * Returns the parts between separators outside of quotes, without the quotes and blanks around them.
     *
     * @param separator if it is a blank, any white space is a separator
     * @throws IllegalArgumentException if a quote is not closed
     */
    public static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0 && c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (quote == 0 && (c == separator || (separator == ' ' && Character.isWhitespace(c)))) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quote is not closed");
        }
        if (part.length() > 0 || !parts.isEmpty()) {
            parts.add(part.toString().strip());
        }
        return List.copyOf(parts);
    }

    /** Returns a name for use in a sentence: only the beginning of a very long one, such as the code of a snippet. */
    public static String shortened(String name) {
        return shortened(name, MOST_SHOWN);
    }

    /** Returns the text, or the beginning of a longer one, with at most the given number of characters. */
    public static String shortened(String text, int most) {
        return text.length() > most ? text.substring(0, most - 3) + "..." : text;
    }

    /** Quotes a word for a POSIX shell; a word that needs no quotes is unchanged. */
    public static String quoted(String word) {
        return word.matches("[\\w.,:/=+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
