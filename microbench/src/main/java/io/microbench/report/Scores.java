/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import java.util.Map;
import java.util.OptionalDouble;

/** Reads the units that JMH prints. */
final class Scores {

    private static final Map<String, Double> NANOS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "hr", 3600e9, "day", 86400e9);

    private Scores() {}

    /** Returns whether a higher score is better in the given unit: operations per time are, time per operation is not. */
    static boolean higherIsBetter(String unit) {
        return unit.startsWith("ops/") || unit.endsWith("/s") || unit.endsWith("/sec");
    }

    /** Returns the nanoseconds that one operation takes; empty where the unit speaks of no operations. */
    static OptionalDouble nanosPerOperation(double score, String unit) {
        int slash = unit.indexOf('/');
        String left = slash < 0 ? unit : unit.substring(0, slash);
        String right = slash < 0 ? "" : unit.substring(slash + 1);
        if (left.equals("ops") && NANOS.containsKey(right)) {
            return OptionalDouble.of(NANOS.get(right) / score);
        }
        if (right.equals("op") && NANOS.containsKey(left)) {
            return OptionalDouble.of(NANOS.get(left) * score);
        }
        return OptionalDouble.empty();
    }
}
