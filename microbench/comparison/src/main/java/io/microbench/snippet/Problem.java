// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

/**
 * An error in a part of a snippet, at its position in the user's text.
 *
 * @param where the part that does not compile: {@code snippet}, {@code --init}, or the name of a file
 * @param line counted from 1
 * @param column counted from 1
 * @param message the message of the compiler, in one line
 * @param shown the line of the text
 */
record Problem(String where, int line, int column, String message, String shown) {

    private static final int MOST_SHOWN = 100;

    /** Creates a problem with the line and column of an offset. */
    static Problem at(String where, String text, int offset, String message) {
        int end = Math.min(Math.max(offset, 0), text.length());
        int begin = text.lastIndexOf('\n', end - 1) + 1;
        int newline = text.indexOf('\n', begin);
        int line = (int) text.substring(0, begin).chars().filter(c -> c == '\n').count() + 1;
        return new Problem(
                where,
                line,
                end - begin + 1,
                message,
                text.substring(begin, newline < 0 ? text.length() : newline).stripTrailing());
    }

    /** Returns position and message, the line, and a caret below the position; a very long line is cut around it. */
    String text() {
        int at = Math.min(column - 1, shown.length());
        int from = shown.length() <= MOST_SHOWN
                ? 0
                : Math.max(0, Math.min(at - MOST_SHOWN / 2, shown.length() - MOST_SHOWN));
        int to = Math.min(shown.length(), from + MOST_SHOWN);
        String before = from == 0 ? "" : "...";
        return where + " " + line + ":" + column + ": " + message + System.lineSeparator() + "  " + before
                + shown.substring(from, to)
                + (to == shown.length() ? "" : "...") + System.lineSeparator() + "  "
                + (before + shown.substring(from, at)).replaceAll("[^\t]", " ")
                + "^";
    }
}
