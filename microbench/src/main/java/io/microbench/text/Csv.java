// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes rows of comma-separated values (RFC 4180). Numbers have full precision; a missing number is an empty cell. */
public final class Csv {

    /**
     * Characters that start a formula in a spreadsheet. With an apostrophe before them, the spreadsheet treats the cell
     * as text.
     */
    private static final Pattern FORMULA = Pattern.compile("[=+\\-@\\t\\r]");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(E-?\\d+)?");

    private Csv() {}

    public static String row(List<String> cells) {
        return joined(cells) + "\r\n";
    }

    /** Returns the cells without a line end, so further cells can be appended. */
    public static String joined(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(","));
    }

    /** Formats a number with full precision; empty if it is not finite. */
    public static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }

    /** Formats a count; empty if it is unknown. */
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
