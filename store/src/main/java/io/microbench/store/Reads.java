// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The consistency of a look-up in a store with several members; the same words for all backends. */
public enum Reads {

    /** The current data of the member that is asked, which may be behind the others. */
    LOCAL,

    /**
     * All changes of any client that were acknowledged before the look-up began (M. Herlihy, J. Wing, "Linearizability:
     * A Correctness Condition for Concurrent Objects", TOPLAS 12(3), 1990).
     */
    LINEARIZABLE;

    /** Returns its word in parameters and reports, such as {@code local}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the reads of a word.
     *
     * @throws IllegalArgumentException if it is not the word of reads
     */
    public static Reads of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("reads = \"" + word + "\": expected one of "
                        + Arrays.stream(values()).map(Reads::word).collect(Collectors.joining(", "))));
    }
}
