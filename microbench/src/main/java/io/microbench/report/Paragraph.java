// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

/** Breaks lines that are wider than a terminal. */
public final class Paragraph {

    private Paragraph() {}

    /**
     * Breaks a line at blanks, and within a word that is wider than the terminal.
     *
     * @param line text without line feeds
     * @param width columns of the terminal; 0 for no limit
     * @param indent begins every line but the first; if the width leaves no room after it, no line is broken
     * @return the lines, separated by line feeds
     */
    public static String wrap(String line, int width, String indent) {
        StringBuilder text = new StringBuilder();
        String rest = line;
        while (width > indent.length() && rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > indent.length() ? blank : width;
            text.append(rest, 0, end).append('\n');
            rest = indent + rest.substring(end).strip();
        }
        return text.append(rest).toString();
    }
}
