// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The checks of the stored records; they see what was read from outside, where a value can be anything. */
final class Check {

    /** What may name a file on every system: no separator, no leading dot. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private Check() {}

    static String text(String what, String value) {
        // A binder of JSON puts null where a property is missing, whatever the annotations say.
        return Objects.requireNonNull(value, () -> what + " is missing");
    }

    static String notEmpty(String what, String value) {
        if (text(what, value).isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
        return value;
    }

    static double finite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(what + " = " + value + ": only finite numbers are stored");
        }
        return value;
    }

    static double share(String what, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(what + " = " + value + ": expected a share from 0 to 1");
        }
        return value;
    }

    static List<Double> finite(String what, List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(what + ": there is none; at least 1 is needed");
        }
        for (int i = 0; i < values.size(); i++) {
            if (!Double.isFinite(values.get(i))) {
                finite(what + " " + (i + 1), values.get(i));
            }
        }
        return List.copyOf(values);
    }

    static String name(String what, String value) {
        if (!NAME.matcher(text(what, value)).matches()) {
            throw new IllegalArgumentException(what + " '" + value
                    + "': expected 1 to 100 letters, digits, '.', '_' and '-', the first a letter or a digit");
        }
        return value;
    }

    /** Sorts the cases of a run by their ids, and refuses two of the same. */
    static <C> List<C> sorted(List<C> cases, Function<C, String> id, String run) {
        SortedMap<String, C> sorted = new TreeMap<>();
        for (C each : cases) {
            if (sorted.put(id.apply(each), each) != null) {
                throw new IllegalArgumentException("case " + id.apply(each) + " comes twice in " + run);
            }
        }
        return List.copyOf(sorted.values());
    }
}
