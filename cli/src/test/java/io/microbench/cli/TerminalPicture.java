// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Shows what a terminal shows that was sent a text, as far as it moves up, erases, and returns to the beginning of a line. */
final class TerminalPicture {

    private static final Pattern SEQUENCE = Pattern.compile("\u001B\\[(\\??\\d*)([A-Za-z])");

    private final List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
    private int row;
    private int column;

    private TerminalPicture() {}

    /** Returns the rows from the first one on, without blanks at their ends and without empty ones below the last. */
    static List<String> of(String sent) {
        TerminalPicture picture = new TerminalPicture();
        Matcher sequence = SEQUENCE.matcher(sent);
        int next = 0;
        while (next < sent.length()) {
            if (sequence.region(next, sent.length()).lookingAt()) {
                picture.obey(sequence.group(1), sequence.group(2));
                next = sequence.end();
            } else {
                picture.put(sent.charAt(next++));
            }
        }
        List<String> lines = new ArrayList<>(
                picture.rows.stream().map(one -> one.toString().stripTrailing()).toList());
        while (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    private void obey(String number, String command) {
        switch (command) {
            case "A" -> row = Math.max(0, row - Integer.parseInt(number));
            case "K" -> cut();
            case "J" -> {
                cut();
                rows.subList(row + 1, rows.size()).clear();
            }
            // Wrapping, which this does not know.
            case "h", "l" -> {}
            default -> throw new AssertionError("nobody expects " + number + command);
        }
    }

    private void cut() {
        StringBuilder line = rows.get(row);
        line.setLength(Math.min(line.length(), column));
    }

    private void put(char sign) {
        if (sign == '\r') {
            column = 0;
        } else if (sign == '\n') {
            row++;
            column = 0;
            if (row == rows.size()) {
                rows.add(new StringBuilder());
            }
        } else {
            StringBuilder line = rows.get(row);
            while (line.length() <= column) {
                line.append(' ');
            }
            line.setCharAt(column++, sign);
        }
    }
}
