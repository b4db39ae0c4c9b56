// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.util.List;

/**
 * The statement that uses the value of a snippet, as the text around it.
 *
 * @param before the text before the value
 * @param after the text after it
 */
record Sink(String before, String after) {

    /** The name of a variable that has the type of the value. */
    static final String TYPED = "microbenchTyped";

    /** Returns a sink that assigns the value to a variable of the inferred type. */
    static Sink typed() {
        return new Sink("{ var " + TYPED + " = (", "\n); }\n");
    }

    /** Returns a sink that passes the value to the accumulator, if any, the given fields, and the black hole. */
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

    /** Returns a sink like {@link #of} with a variable, for a value whose type depends on its target. */
    static Sink variable(Snippet snippet, List<String> fields) {
        Sink plain = of(snippet, fields);
        return plain.before.startsWith("blackhole")
                ? new Sink("{ var " + TYPED + " = (", "\n);\nblackhole.consume(" + TYPED + "); }\n")
                : plain;
    }
}
