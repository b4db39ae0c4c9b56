// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Validates stored records, whose files may have been written or modified by other programs. */
final class Check {

    /** File names that are valid on every system: without separators and without a leading dot. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private Check() {}

    static void notEmpty(String what, String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
    }

    static void finite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(what + " = " + value + ": only finite numbers are stored");
        }
    }

    static List<Double> finite(String what, List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(what + ": missing; expected at least 1");
        }
        values.forEach(value -> finite(what, value));
        return List.copyOf(values);
    }

    static void name(String what, String value) {
        if (!NAME.matcher(value).matches()) {
            throw new IllegalArgumentException(what + " '" + value
                    + "': expected 1 to 100 letters, digits, '.', '_' and '-', the first a letter or a digit");
        }
    }

    /** Sorts the cases of a run by their ids and rejects duplicates. */
    static <C> List<C> sorted(List<C> cases, Function<C, String> id, String run) {
        SortedMap<String, C> sorted = new TreeMap<>();
        for (C each : cases) {
            if (sorted.put(id.apply(each), each) != null) {
                throw new IllegalArgumentException("case " + id.apply(each) + " occurs twice in " + run);
            }
        }
        return List.copyOf(sorted.values());
    }
}
