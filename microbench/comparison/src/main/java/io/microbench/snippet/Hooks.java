// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.Snippet.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The fields that the snippet sees and the statements that initialise them, from init, worker init, the first
 * accumulated value and the hooks before a call.
 *
 * @param shared fields of all workers
 * @param worker fields of each worker
 * @param types declared classes, records and interfaces
 * @param init statements of init
 * @param initWorker statements of worker init, followed by the first accumulated value
 * @param before statements before each call, the outer ones first
 */
record Hooks(
        List<Field> shared,
        List<Field> worker,
        List<Generated> types,
        Generated init,
        Generated initWorker,
        Generated before) {

    /** The name of the variable that holds the value of an init, if that is an expression. */
    static final String SHARED = "shared";
    /** The name of the variable that holds the value of a worker init, if that is an expression. */
    static final String WORKER = "worker";
    /** The name of the snippet's previous result. */
    static final String LAST = "last";
    /** The name of the variable that holds the value of a hook before the call, if that is an expression. */
    static final String GIVEN = "given";
    /** The name of the snippet's result, for hooks after the call. */
    static final String RESULT = "result";

    record Field(String type, String name) {}

    static Hooks none() {
        return new Hooks(
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new Generated(),
                new Generated(),
                new Generated());
    }

    boolean declares(String name) {
        return Stream.concat(shared.stream(), worker.stream())
                .anyMatch(field -> field.name().equals(name));
    }

    /** Returns the name of the value of a part that is an expression. */
    static String value(Part part) {
        return switch (part) {
            case INIT -> SHARED;
            case INIT_WORKER -> WORKER;
            case BEFORE_ALL, BEFORE -> GIVEN;
            default -> LAST;
        };
    }
}
