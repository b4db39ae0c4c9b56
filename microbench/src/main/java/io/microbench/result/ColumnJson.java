// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Writes and reads a column of numbers: a list of them; one number where all are the same; or the most frequent one with the places
 * and values of the others, where these are few.
 */
final class ColumnJson {

    /** A column is stored as exceptions, not as a list, if at most one value in this many is an exception. */
    private static final int FEW = 8;

    private ColumnJson() {}

    /** Returns the column as JSON, {@code null} standing for a number that is absent. */
    static String write(Column column) {
        int size = column.size();
        StringBuilder json = new StringBuilder();
        if (size > 0 && column.isConstant()) {
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

    /** Returns the index of the majority value by the vote of Boyer and Moore; -1 if there is none. */
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

    /** A column that has been read before it is known how long it is. */
    @JsonDeserialize(using = DraftReader.class)
    static final class Draft {

        private final Column.Builder listed = new Column.Builder();
        private boolean isList;
        private double usual;
        private boolean usualIsAbsent;
        private final List<Integer> at = new ArrayList<>();
        private final Column.Builder is = new Column.Builder();

        static Draft read(JsonParser json) {
            Draft draft = new Draft();
            if (json.currentToken() == JsonToken.START_ARRAY) {
                draft.isList = true;
                numbers(json, draft.listed);
            } else if (json.currentToken() == JsonToken.START_OBJECT) {
                draft.exceptions(json);
            } else {
                draft.usual = number(json);
            }
            return draft;
        }

        private void exceptions(JsonParser json) {
            boolean hasUsual = false;
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "else" -> {
                        hasUsual = true;
                        usualIsAbsent = json.currentToken() == JsonToken.VALUE_NULL;
                        usual = usualIsAbsent ? 0 : number(json);
                    }
                    case "at" -> {
                        expectList(json);
                        while (json.nextToken() != JsonToken.END_ARRAY) {
                            at.add((int) number(json));
                        }
                    }
                    case "is" -> numbers(json, is);
                    default -> json.skipChildren();
                }
            }
            require(hasUsual, "there is no else", json);
        }

        private static void numbers(JsonParser json, Column.Builder into) {
            expectList(json);
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (json.currentToken() == JsonToken.VALUE_NULL) {
                    into.addAbsent();
                } else {
                    into.add(number(json));
                }
            }
        }

        private static void expectList(JsonParser json) {
            if (json.currentToken() != JsonToken.START_ARRAY) {
                throw RecordValues.unexpected(json, "a list");
            }
        }

        private static double number(JsonParser json) {
            Double number = RecordValues.number(json);
            if (number == null) {
                throw RecordValues.unexpected(json, RecordValues.A_NUMBER);
            }
            return number;
        }

        /** Returns the column of a list in which no number is absent, however long it is. */
        Column list(String name, Limits limits, JsonParser json) {
            require(isList, name + " is not a list", json);
            Column column = listed.build();
            require(column.hasAll(), name + " has an iteration without a number", json);
            return limits.require(column, name, json);
        }

        Column build(int size, String name, Limits limits, JsonParser json) {
            if (isList) {
                require(listed.size() == size, name + " has " + listed.size() + " values; expected " + size, json);
                return limits.require(listed.build(), name, json);
            }
            require(at.size() == is.size(), name + " has " + at.size() + " places and " + is.size() + " values", json);
            Column others = is.build();
            Column.Builder builder = new Column.Builder();
            int next = 0;
            for (int i = 0; i < size; i++) {
                boolean other = next < at.size() && at.get(next) == i;
                if (other ? others.has(next) : !usualIsAbsent) {
                    builder.add(other ? others.get(next) : usual);
                } else {
                    builder.addAbsent();
                }
                next += other ? 1 : 0;
            }
            require(next == at.size(), name + " has places that do not rise from 0 to " + (size - 1), json);
            return limits.require(builder.build(), name, json);
        }
    }

    static final class DraftReader extends StdDeserializer<Draft> {

        DraftReader() {
            super(Draft.class);
        }

        @Override
        public Draft deserialize(JsonParser json, DeserializationContext context) {
            return Draft.read(json);
        }
    }

    static void require(boolean holds, String message, JsonParser json) {
        if (!holds) {
            throw new RecordValues.BadValueException(json, message);
        }
    }
}
