// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the ends of statements in Java text without parsing it: semicolons and closing braces outside of parentheses,
 * braces, strings and comments.
 */
final class Lexer {

    /**
     * Matches a text block, a string, a character or a comment, or a single character that may have a meaning. An
     * unclosed text block or comment extends to the end of the text, an unclosed string to the end of its line.
     */
    private static final Pattern TOKEN = Pattern.compile(
            "\"\"\"(?:\\\\.|(?!\"\"\").)*+(?:\"\"\")?"
                    + "|\"(?:\\\\.|[^\"\\\\\n])*+[\"\n]?"
                    + "|'(?:\\\\.[^'\n]*|[^'\\\\\n])'"
                    + "|//[^\n]*"
                    + "|/\\*.*?(?:\\*/|\\z)"
                    + "|[(\\[{}\\]);,]",
            Pattern.DOTALL);

    private Lexer() {}

    /** Returns the positions after each statement that ends at the outermost level, in ascending order. */
    static List<Integer> ends(String text) {
        return after(";}", text);
    }

    /** Returns the positions after each of these characters at the outermost level, in ascending order. */
    static List<Integer> after(String characters, String text) {
        List<Integer> found = new ArrayList<>();
        int depth = 0;
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            char c = text.charAt(token.start());
            depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
            if (depth == 0 && characters.indexOf(c) >= 0) {
                found.add(token.end());
            }
        }
        return found;
    }

    /** Returns what is missing after the last statement: a semicolon, which is harmless after a brace, or nothing. */
    static String lacking(String text) {
        List<Integer> ends = ends(text);
        int end = ends.isEmpty() ? 0 : ends.get(ends.size() - 1);
        boolean ended =
                end > 0 && text.charAt(end - 1) == ';' && text.substring(end).isBlank();
        return ended ? "\n" : "\n;\n";
    }
}
