// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a look-up in a store with several members sees; the same words for all backends. */
public enum Reads {

    /** What the member that is asked has at that moment; it may be behind the others. */
    LOCAL,

    /**
     * Each change that was acknowledged before the look-up began, from whatever client (M. Herlihy, J. Wing, "Linearizability: A
     * Correctness Condition for Concurrent Objects", TOPLAS 12(3), 1990).
     */
    LINEARIZABLE;

    /** Returns the word for it in parameters and reports, such as {@code local}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the reads that a word stands for.
     *
     * @throws IllegalArgumentException if it stands for none
     */
    public static Reads of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("reads = \"" + word + "\": accepted are "
                        + Arrays.stream(values()).map(Reads::word).collect(Collectors.joining(", "))));
    }
}
