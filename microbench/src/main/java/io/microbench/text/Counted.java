/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.text;

/** Formats a count with its noun: {@code 1 case}, {@code 2 cases}. */
public final class Counted {

    private Counted() {}

    /** Returns the count and the noun, with an s unless the count is 1. */
    public static String of(long count, String noun) {
        return of(count, noun, noun + "s");
    }

    /** Returns the count and what follows it: the first if it is 1, else the second. */
    public static String of(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
