// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Writes and reads a column of numbers: as a single number if all are equal; as the most frequent number with the positions and values of
 * the exceptions if there are few; otherwise as a list.
 */
final class ColumnJson {

    /** A column is stored as its most frequent value and the exceptions to it if at most one value in this many differs. */
    private static final int FEW = 8;

    private ColumnJson() {}

    /** Returns the column as JSON; absent numbers are {@code null}. */
    static String write(Column column) {
        int size = column.size();
        StringBuilder json = new StringBuilder();
        if (size > 0 && column.isConstant() && column.has(0)) {
            column.appendTo(json, 0);
            return json.toString();
        }
        int usual = usual(column);
        int[] others = IntStream.range(0, size)
                .filter(i -> !same(column, usual, i))
                .limit(size / FEW + 1)
                .toArray();
        if (size == 0 || others.length > size / FEW) {
            return list(column);
        }
        column.appendTo(json.append("{\"else\":"), usual);
        return json.append(",\"at\":")
                .append(Arrays.toString(others).replace(" ", ""))
                .append(",\"is\":")
                .append(list(column, Arrays.stream(others)))
                .append('}')
                .toString();
    }

    static String list(Column column) {
        return list(column, IntStream.range(0, column.size()));
    }

    private static String list(Column column, IntStream indexes) {
        StringBuilder json = new StringBuilder("[");
        indexes.forEach(i -> column.appendTo(json.length() == 1 ? json : json.append(','), i));
        return json.append(']').toString();
    }

    private static boolean same(Column column, int one, int other) {
        return column.has(one) == column.has(other) && Double.compare(column.get(one), column.get(other)) == 0;
    }

    /** Returns the index of the majority value, if there is a majority (Boyer-Moore vote); -1 for an empty column. */
    private static int usual(Column column) {
        int candidate = -1;
        int votes = 0;
        for (int i = 0; i < column.size(); i++) {
            if (votes == 0) {
                candidate = i;
                votes = 1;
            } else {
                votes += same(column, candidate, i) ? 1 : -1;
            }
        }
        return candidate;
    }

    enum Limits {
        ANY(-RecordValues.MOST, RecordValues.MOST, false),
        AMOUNT(0, RecordValues.MOST, false),
        SHARE(0, 1, false),
        COUNT(0, RecordValues.MOST_WHOLE, true),
        ORDINAL(1, Integer.MAX_VALUE, true),
        FLAG(0, 1, true),
        /** A time in milliseconds, at most 20 days. */
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

        Column require(Column column, String name, JsonParser json) {
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

    /**
     * A column that was read, but whose length is not known yet.
     *
     * @param listed its numbers, if they were stored as a list
     * @param usual the most frequent number
     * @param at the positions of the other numbers
     * @param is the other numbers
     */
    @JsonDeserialize(using = DraftReader.class)
    record Draft(Optional<Column> listed, double usual, Column at, Column is) {

        private static final Column NONE = Column.of(new double[0]);

        /** Returns the column; requires a list, of any length, without absent numbers. */
        Column list(String name, Limits limits, JsonParser json) {
            require(listed.isPresent(), name + " is not a list", json);
            Column column = listed.orElseThrow();
            require(column.hasAll(), name + " has an iteration without a number", json);
            return limits.require(column, name, json);
        }

        Column build(int size, String name, Limits limits, JsonParser json) {
            if (listed.isPresent()) {
                Column column = listed.get();
                require(column.size() == size, name + " has " + column.size() + " values; expected " + size, json);
                return limits.require(column, name, json);
            }
            require(
                    at.size() == is.size(),
                    name + " has " + at.size() + " positions and " + is.size() + " values",
                    json);
            double[] values = new double[size];
            Arrays.fill(values, usual);
            for (int i = 0; i < at.size(); i++) {
                int place = (int) at.get(i);
                boolean rises = place == at.get(i) && place > (i == 0 ? -1 : at.get(i - 1)) && place < size;
                require(rises, name + " has positions that are not ascending from 0 to " + (size - 1), json);
                values[place] = is.get(i);
            }
            return limits.require(Column.of(values), name, json);
        }
    }

    static final class DraftReader extends StdDeserializer<Draft> {

        DraftReader() {
            super(Draft.class);
        }

        @Override
        public Draft deserialize(JsonParser json, DeserializationContext context) {
            return switch (json.currentToken()) {
                case START_ARRAY -> new Draft(Optional.of(numbers(json)), 0, Draft.NONE, Draft.NONE);
                case START_OBJECT -> exceptions(json);
                default -> new Draft(Optional.empty(), number(json), Draft.NONE, Draft.NONE);
            };
        }

        private static Draft exceptions(JsonParser json) {
            OptionalDouble usual = OptionalDouble.empty();
            Column at = Draft.NONE;
            Column is = Draft.NONE;
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "else" -> usual = OptionalDouble.of(numberOrAbsent(json));
                    case "at" -> at = numbers(json);
                    case "is" -> is = numbers(json);
                    default -> json.skipChildren();
                }
            }
            require(usual.isPresent(), "else is missing", json);
            return new Draft(Optional.empty(), usual.orElseThrow(), at, is);
        }

        private static Column numbers(JsonParser json) {
            if (json.currentToken() != JsonToken.START_ARRAY) {
                throw RecordValues.unexpected(json, "a list");
            }
            DoubleStream.Builder numbers = DoubleStream.builder();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                numbers.add(numberOrAbsent(json));
            }
            return Column.of(numbers.build().toArray());
        }

        private static double numberOrAbsent(JsonParser json) {
            return json.currentToken() == JsonToken.VALUE_NULL ? Column.ABSENT : number(json);
        }

        private static double number(JsonParser json) {
            Double number = RecordValues.number(json);
            if (number == null) {
                throw RecordValues.unexpected(json, RecordValues.A_NUMBER);
            }
            return number;
        }
    }

    static void require(boolean holds, String message, JsonParser json) {
        if (!holds) {
            throw new RecordValues.BadValueException(json, message);
        }
    }
}
