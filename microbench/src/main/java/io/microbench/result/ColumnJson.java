// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;

/**
 * Writes a column of numbers as a list of them, or as one number where all are the same; also reads the most frequent one with the
 * places and values of the others, as earlier versions wrote it.
 */
final class ColumnJson {

    private ColumnJson() {}

    /** Returns the column as JSON, {@code null} standing for a number that is absent. */
    static String write(Column column) {
        if (column.size() == 0 || !column.isConstant()) {
            return list(column);
        }
        StringBuilder json = new StringBuilder();
        column.appendTo(json, 0);
        return json.toString();
    }

    static String list(Column column) {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < column.size(); i++) {
            column.appendTo(i == 0 ? json : json.append(','), i);
        }
        return json.append(']').toString();
    }

    enum Limits {
        ANY(-RecordValues.MOST, RecordValues.MOST, false),
        AMOUNT(0, RecordValues.MOST, false),
        SHARE(0, 1, false),
        COUNT(0, RecordValues.MOST_WHOLE, true),
        ORDINAL(1, Integer.MAX_VALUE, true),
        FLAG(0, 1, true),
        /** Milliseconds in 20 days. */
        END(-1.728e9, 1.728e9, false);

        private final double least;
        private final double most;
        private final boolean whole;

        Limits(double least, double most, boolean whole) {
            this.least = least;
            this.most = most;
            this.whole = whole;
        }

        private boolean accepts(double number) {
            return this == ANY || (number >= least && number <= most && (!whole || number == Math.rint(number)));
        }

        private Column require(Column column, String name, JsonParser json) {
            for (int i = 0; this != ANY && i < column.size(); i++) {
                if (column.has(i) && !accepts(column.get(i))) {
                    throw new RecordValues.BadValueException(
                            json,
                            name + " " + i + ": " + column.get(i) + "; expected "
                                    + (whole ? "an integer from " : "a number from ") + least + " up to " + most);
                }
            }
            return column;
        }
    }

    /** Reads a list in which no number is absent, however long it is. */
    static Column list(JsonNode node, String name, Limits limits, JsonParser json) {
        require(node.isArray(), name + " is not a list", json);
        Column column = numbers(node, name, json);
        require(column.hasAll(), name + " has an iteration without a number", json);
        return limits.require(column, name, json);
    }

    static Column read(JsonNode node, int size, String name, Limits limits, JsonParser json) {
        if (node.isArray()) {
            require(node.size() == size, name + " has " + node.size() + " values; expected " + size, json);
            return limits.require(numbers(node, name, json), name, json);
        }
        if (!node.isObject()) {
            return limits.require(Column.constant(number(node, name, json), size), name, json);
        }
        require(node.has("else"), "there is no else", json);
        Column usual = numbers(List.of(node.path("else")), name, json);
        Column at = numbers(node.path("at"), name, json);
        Column is = numbers(node.path("is"), name, json);
        require(at.size() == is.size(), name + " has " + at.size() + " places and " + is.size() + " values", json);
        Column.Builder builder = new Column.Builder();
        int next = 0;
        for (int i = 0; i < size; i++) {
            boolean other = next < at.size() && at.get(next) == i;
            Column from = other ? is : usual;
            int index = other ? next++ : 0;
            if (from.has(index)) {
                builder.add(from.get(index));
            } else {
                builder.addAbsent();
            }
        }
        require(next == at.size(), name + " has places that do not rise from 0 to " + (size - 1), json);
        return limits.require(builder.build(), name, json);
    }

    private static Column numbers(Iterable<JsonNode> nodes, String name, JsonParser json) {
        require(
                !(nodes instanceof JsonNode node) || node.isArray() || node.isMissingNode(),
                name + " has no list",
                json);
        Column.Builder builder = new Column.Builder();
        for (JsonNode each : nodes) {
            if (each.isNull()) {
                builder.addAbsent();
            } else {
                builder.add(number(each, name, json));
            }
        }
        return builder.build();
    }

    private static double number(JsonNode node, String name, JsonParser json) {
        if (node.isNumber() && Math.abs(node.doubleValue()) <= RecordValues.MOST) {
            return node.doubleValue();
        }
        require(
                node.isString() && RecordValues.NOT_FINITE.contains(node.stringValue()),
                name + ": " + RecordValues.cut(node.toString(), RecordValues.LONGEST_VALUE) + "; expected "
                        + RecordValues.A_NUMBER,
                json);
        return Double.parseDouble(node.stringValue());
    }

    static void require(boolean holds, String message, JsonParser json) {
        if (!holds) {
            throw new RecordValues.BadValueException(json, message);
        }
    }
}
