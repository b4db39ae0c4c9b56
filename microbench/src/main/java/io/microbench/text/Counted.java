// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Formats counts with their nouns, {@code 1 case}, {@code 2 cases}, and lists of names. */
public final class Counted {

    private Counted() {}

    /** Returns the count and the noun, with an s unless the count is 1. */
    public static String of(long count, String noun) {
        return of(count, noun, noun + "s");
    }

    /** Returns the count and the text for it: the first if it is 1, otherwise the second. */
    public static String of(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    /**
     * Returns the count and the total with their noun: {@code 1 of 2 cases}, or {@code The case} if there is only one.
     */
    public static String share(long part, long all, String noun) {
        return all == 1 ? "The " + noun : part + " of " + of(all, noun);
    }

    /** Returns the first names and the number of the others: {@code a, b and 3 more}. */
    public static String first(int most, Collection<String> names) {
        return names.stream().limit(most).collect(Collectors.joining(", "))
                + (names.size() > most ? " and " + (names.size() - most) + " more" : "");
    }

    /** Returns all names: {@code a, b and c}. */
    public static String list(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
