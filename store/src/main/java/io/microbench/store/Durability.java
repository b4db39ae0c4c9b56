// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The durability of an acknowledged write. All backends use the same names. */
public enum Durability {

    /** The write is on disk before it is acknowledged. It survives a power failure if the disk does. */
    SAFE,

    /**
     * The write is passed to the operating system before it is acknowledged. It survives a crash of the process, but
     * not of the machine.
     */
    PROCESS,

    /** No guarantee. */
    MEMORY;

    /** Returns the name used in parameters and reports, such as {@code safe}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a durability, such as {@code safe}.
     *
     * @throws IllegalArgumentException if the name is unknown
     */
    public static Durability of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("durability = \"" + word + "\": expected one of "
                        + Arrays.stream(values()).map(Durability::word).collect(Collectors.joining(", "))));
    }
}
