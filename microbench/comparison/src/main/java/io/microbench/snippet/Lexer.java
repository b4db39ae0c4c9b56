// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the ends of statements in Java text without parsing it: semicolons and closing braces outside of parentheses,
 * braces, strings and comments.
 */
final class Lexer {

    /** Words that begin a statement which is not an expression. */
    private static final Set<String> STATEMENT_WORDS = Set.of(
            "if",
            "for",
            "while",
            "do",
            "try",
            "synchronized",
            "throw",
            "return",
            "break",
            "continue",
            "assert",
            "final",
            "var",
            "class",
            "record",
            "interface",
            "enum",
            "yield",
            "static");

    private static final Pattern WORD = Pattern.compile("\\s*([A-Za-z_$][\\w$]*)");

    /** The word {@code record} as the name of a variable. */
    private static final Pattern RECORD = Pattern.compile("record\\b(?!\\s+(?!instanceof\\b)[A-Za-z_$])");

    private final String text;
    private final List<Integer> ends = new ArrayList<>();
    private int depth;

    private Lexer(String text) {
        this.text = text;
    }

    /** Returns the positions after each statement that ends at the outermost level, in ascending order. */
    static List<Integer> ends(String text) {
        Lexer lexer = new Lexer(text);
        int i = 0;
        while (i < text.length()) {
            i = lexer.step(i);
        }
        return lexer.ends;
    }

    private int step(int i) {
        char c = text.charAt(i);
        if (c == '"') {
            return text.startsWith("\"\"\"", i) ? afterBlock(i + 3) : afterQuote(i, '"');
        }
        if (c == '\'') {
            return afterQuote(i, '\'');
        }
        if (text.startsWith("//", i)) {
            return after("\n", i);
        }
        if (text.startsWith("/*", i)) {
            return after("*/", i + 2);
        }
        depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
        if (depth == 0 && (c == '}' || c == ';')) {
            ends.add(i + 1);
        }
        return i + 1;
    }

    private int afterBlock(int from) {
        int i = from;
        while (i < text.length() && !text.startsWith("\"\"\"", i)) {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i + 3, text.length());
    }

    private int after(String mark, int from) {
        int found = text.indexOf(mark, from);
        return found < 0 ? text.length() : found + mark.length();
    }

    private int afterQuote(int from, char quote) {
        for (int i = from + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == quote || c == '\n') {
                return i + 1;
            }
        }
        return text.length();
    }

    /** Returns what is missing after the last statement: a semicolon, which is harmless after a brace, or nothing. */
    static String lacking(String text) {
        List<Integer> ends = ends(text);
        int end = ends.isEmpty() ? 0 : ends.get(ends.size() - 1);
        boolean ended =
                end > 0 && text.charAt(end - 1) == ';' && text.substring(end).isBlank();
        return ended ? "\n" : "\n;\n";
    }

    /** Returns whether the text begins with a word that only begins statements. */
    static boolean beginsStatement(String text) {
        String rest = text.stripLeading();
        Matcher word = WORD.matcher(rest);
        return rest.startsWith("{")
                || (word.lookingAt()
                        && STATEMENT_WORDS.contains(word.group(1))
                        && !RECORD.matcher(rest).lookingAt());
    }
}
