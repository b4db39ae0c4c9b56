// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

/**
 * Removes the values of secrets from running text: {@code name=value} as in URLs, JVM arguments and environment variables.
 *
 * <p>A value ends at a blank, a quote, a semicolon or an ampersand, or at a comma or parenthesis that belongs to the sentence; that
 * of {@code -Dname=value} at the end of its word; a quoted one, {@code name="value"} or {@code "-Dname=value"}, at the end of its
 * quote or its line. It is a hand-written scanner, because a regular expression for this takes quadratic time, and the text may be
 * the whole output of a fork.
 */
final class SecretAssignments {

    /** Also a common name of benchmark parameters; in running text it counts only in a URL or an argument. */
    private static final String AMBIGUOUS = "key";

    private static final String STARTS_OF_QUERY = "?&;";

    private final String text;
    private final StringBuilder cut = new StringBuilder();
    private int taken;

    private SecretAssignments(String text) {
        this.text = text;
    }

    /** Returns the text without the values. */
    static String cut(String text) {
        return new SecretAssignments(text).cut();
    }

    private String cut() {
        for (int equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', Math.max(equals + 1, taken))) {
            int start = nameStart(equals);
            int end = isSecret(start, equals) ? valueEnd(start, equals + 1) : 0;
            if (end > equals + 1) {
                cut.append(text, taken, equals + 1).append(Redaction.CUT);
                taken = end;
            }
        }
        return cut.append(text, taken, text.length()).toString();
    }

    private int nameStart(int end) {
        int start = end;
        while (start > taken && isPartOfName(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private static boolean isPartOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-';
    }

    private boolean isSecret(int start, int end) {
        if (text.startsWith(Redaction.DEFINITION, start)) {
            return Redaction.isSecret(text.substring(start + Redaction.DEFINITION.length(), end));
        }
        String name = text.substring(start, end);
        boolean sure = !name.equals(AMBIGUOUS) || (start > 0 && STARTS_OF_QUERY.indexOf(text.charAt(start - 1)) >= 0);
        return sure && Redaction.isSecret(name);
    }

    private int valueEnd(int name, int value) {
        if (name > 0 && isQuote(text.charAt(name - 1))) {
            return quoteEnd(value, text.charAt(name - 1));
        }
        if (text.startsWith(Redaction.DEFINITION, name)) {
            return wordEnd(value);
        }
        if (value < text.length() && isQuote(text.charAt(value))) {
            return Math.min(text.length(), quoteEnd(value + 1, text.charAt(value)) + 1);
        }
        int end = value;
        while (end < text.length() && !endsValue(end)) {
            end++;
        }
        return end;
    }

    /** Returns the index of the first blank outside of quotes, as in a shell. */
    private int wordEnd(int from) {
        int end = from;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end = isQuote(text.charAt(end)) ? quoteEnd(end + 1, text.charAt(end)) + 1 : end + 1;
        }
        return Math.min(end, text.length());
    }

    /** Returns the index of the closing quote, or of the end of the line if there is none. */
    private int quoteEnd(int from, char quote) {
        int end = from;
        while (end < text.length() && text.charAt(end) != quote && text.charAt(end) != '\n') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end, text.length());
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    private boolean endsValue(int at) {
        char c = text.charAt(at);
        return switch (c) {
            case ';', '&' -> true;
            case ',', ')' -> endsClause(at + 1);
            default -> isQuote(c) || Character.isWhitespace(c);
        };
    }

    /** Returns whether a comma or parenthesis before this index is after a value and not within it. */
    private boolean endsClause(int next) {
        if (next == text.length()
                || Character.isWhitespace(text.charAt(next))
                || ",).;:".indexOf(text.charAt(next)) >= 0) {
            return true;
        }
        int end = next;
        while (end < text.length() && isPartOfName(text.charAt(end))) {
            end++;
        }
        return end > next && end < text.length() && text.charAt(end) == '=';
    }
}
