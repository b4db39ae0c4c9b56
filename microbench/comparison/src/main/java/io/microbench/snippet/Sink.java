// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.util.List;

/**
 * What happens to the value of a snippet, which stands between two pieces of text.
 *
 * @param before the text in front of the value
 * @param after the text behind it
 */
record Sink(String before, String after) {

    /** The name of a variable that has the type of the value. */
    static final String TYPED = "microbenchTyped";

    /** Makes a variable of the value, with the type that it has by itself. */
    static Sink typed() {
        return new Sink("{ var " + TYPED + " = (", "\n); }\n");
    }

    /**
     * Gives the value to the black hole, and before that to the accumulator, if there is one, and to the given fields.
     */
    static Sink of(Snippet snippet, List<String> fields) {
        String last = snippet.accumulate().isBlank() ? "" : Hooks.LAST;
        String holder = !last.isEmpty() ? last : fields.isEmpty() ? "" : "this." + fields.get(0);
        if (holder.isEmpty()) {
            return new Sink("blackhole.consume(", "\n);\n");
        }
        StringBuilder after = new StringBuilder("\n);\n");
        fields.stream()
                .map(field -> "this." + field)
                .filter(field -> !field.equals(holder))
                .forEach(field ->
                        after.append(field).append(" = ").append(holder).append(";\n"));
        return new Sink(holder + " = (", after + "blackhole.consume(" + holder + ");\n");
    }

    /** Does what {@link #of} does by way of a variable, for a value whose type depends on who takes it. */
    static Sink variable(Snippet snippet, List<String> fields) {
        Sink plain = of(snippet, fields);
        return plain.before.startsWith("blackhole")
                ? new Sink("{ var " + TYPED + " = (", "\n);\nblackhole.consume(" + TYPED + "); }\n")
                : plain;
    }
}
