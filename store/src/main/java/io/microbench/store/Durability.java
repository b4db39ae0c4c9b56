// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is left of a write that was acknowledged; the same words for all backends. */
public enum Durability {

    /** The write is on disk before it is acknowledged, and survives a loss of power as far as the disk keeps its word. */
    SAFE,

    /** The write is with the operating system before it is acknowledged: it survives the death of the process, not that of the machine. */
    PROCESS,

    /** Nothing is promised. */
    MEMORY;

    /** Returns the word for it in parameters and reports, such as {@code safe}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the durability that a word stands for.
     *
     * @throws IllegalArgumentException if it stands for none
     */
    public static Durability of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("durability = \"" + word + "\": accepted are "
                        + Arrays.stream(values()).map(Durability::word).collect(Collectors.joining(", "))));
    }
}
