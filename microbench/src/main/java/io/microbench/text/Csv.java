// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes rows of comma-separated values (RFC 4180): numbers in full, an empty cell where there is none. */
public final class Csv {

    /** What a spreadsheet takes for the beginning of a formula; an apostrophe in front makes it text. */
    private static final Pattern FORMULA = Pattern.compile("[=+\\-@\\t\\r]");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(E-?\\d+)?");

    private Csv() {}

    /** Returns a row with its line end. */
    public static String row(List<String> cells) {
        return joined(cells) + "\r\n";
    }

    /** Returns cells that further ones can follow. */
    public static String joined(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(","));
    }

    /** Returns a number in full; empty for one that is not finite. */
    public static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }

    /** Returns a count; empty where it is not known. */
    public static String count(double value) {
        return Double.isNaN(value) ? "" : Long.toString((long) value);
    }

    private static String cell(String given) {
        // Most cells are numbers, and there may be millions of them.
        String value = given.chars().allMatch(c -> c >= ' ' && c <= '~') ? given : Printable.lines(given);
        if (FORMULA.matcher(given).lookingAt() && !NUMBER.matcher(given).matches()) {
            return "\"'" + value.replace("\"", "\"\"") + "\"";
        }
        boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
    }
}
