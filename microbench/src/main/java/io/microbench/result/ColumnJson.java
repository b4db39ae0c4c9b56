/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/**
 * Writes and reads a column of numbers: a list of them; one number where all are the same; or the most frequent one with the places
 * and values of the others, where these are few.
 */
final class ColumnJson {

    private static final String ELSE = "else";
    private static final String AT = "at";
    private static final String IS = "is";

    /** A column costs less as exceptions than as a list where no more than one in so many is one. */
    private static final int FEW = 8;

    private ColumnJson() {}

    /** Returns the column as JSON, {@code null} standing for a number that is absent. */
    static String write(Column column) {
        StringBuilder json = new StringBuilder();
        if (column.size() > 0 && column.isConstant()) {
            column.appendTo(json, 0);
            return json.toString();
        }
        int usual = usual(column);
        List<Integer> others = new ArrayList<>();
        for (int i = 0; usual >= 0 && i < column.size() && others.size() <= column.size() / FEW; i++) {
            if (!same(column, usual, i)) {
                others.add(i);
            }
        }
        if (usual >= 0 && others.size() <= column.size() / FEW) {
            json.append("{\"").append(ELSE).append("\":");
            column.appendTo(json, usual);
            json.append(",\"").append(AT).append("\":").append(others.toString().replace(" ", ""));
            json.append(",\"").append(IS).append("\":");
            list(column, others, json);
            return json.append('}').toString();
        }
        json.append('[');
        for (int i = 0; i < column.size(); i++) {
            separate(json, i);
            column.appendTo(json, i);
        }
        return json.append(']').toString();
    }

    private static void list(Column column, List<Integer> indexes, StringBuilder json) {
        json.append('[');
        for (int i = 0; i < indexes.size(); i++) {
            separate(json, i);
            column.appendTo(json, indexes.get(i));
        }
        json.append(']');
    }

    private static void separate(StringBuilder json, int index) {
        if (index > 0) {
            json.append(',');
        }
    }

    private static boolean same(Column column, int one, int other) {
        return column.has(one) == column.has(other) && Double.compare(column.get(one), column.get(other)) == 0;
    }

    /** Returns where the number stands that most are, if there is one: the majority vote of Boyer and Moore; -1 for none. */
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

    /** A column that has been read before it is known how long it is. */
    static final class Draft {

        private final Column.Builder listed = new Column.Builder();
        private boolean isList;
        private double usual;
        private boolean usualIsAbsent;
        private final List<Integer> at = new ArrayList<>();
        private final Column.Builder is = new Column.Builder();

        /** Reads the column that the parser stands at. */
        static Draft read(JsonParser json) {
            Draft draft = new Draft();
            JsonToken token = json.currentToken();
            if (token == JsonToken.START_ARRAY) {
                draft.isList = true;
                numbers(json, draft.listed);
            } else if (token == JsonToken.START_OBJECT) {
                draft.exceptions(json);
            } else {
                draft.usual(json);
            }
            return draft;
        }

        private void exceptions(JsonParser json) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case ELSE -> usual(json);
                    case AT -> {
                        while (json.nextToken() != JsonToken.END_ARRAY) {
                            at.add(json.getIntValue());
                        }
                    }
                    case IS -> numbers(json, is);
                    default -> json.skipChildren();
                }
            }
        }

        private void usual(JsonParser json) {
            usualIsAbsent = json.currentToken() == JsonToken.VALUE_NULL;
            usual = usualIsAbsent ? 0 : number(json);
        }

        private static void numbers(JsonParser json, Column.Builder into) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (json.currentToken() == JsonToken.VALUE_NULL) {
                    into.addAbsent();
                } else {
                    into.add(number(json));
                }
            }
        }

        /** Returns the column for so many iterations. */
        Column build(int size, String name, JsonParser json) {
            if (isList) {
                require(listed.size() == size, name + " has " + listed.size() + " values; accepted: " + size, json);
                return listed.build();
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
            return builder.build();
        }
    }

    static void require(boolean holds, String message, JsonParser json) {
        if (!holds) {
            throw new StreamReadException(json, message, json.currentLocation());
        }
    }

    /** Returns a number, also one that JSON has to write as a string. */
    static double number(JsonParser json) {
        return json.currentToken() == JsonToken.VALUE_STRING
                ? Double.parseDouble(json.getString())
                : json.getDoubleValue();
    }
}
