// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A fault of members of a store while clients use it. */
enum Fault {

    /** The leader, or the first member without a leader, is killed with {@code SIGKILL} and restarted. */
    LEADER_KILLED,

    /** A follower is stopped with {@code SIGSTOP} for some seconds. */
    FOLLOWER_FROZEN,

    /** All members are killed with {@code SIGKILL} and restarted. */
    ALL_KILLED;

    /** Returns its word in parameters and reports, such as {@code leader-killed}. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the fault of a word.
     *
     * @throws IllegalArgumentException if it is not the word of a fault
     */
    static Fault of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("fault = \"" + word + "\": expected one of "
                        + Arrays.stream(values()).map(Fault::word).collect(Collectors.joining(", "))));
    }
}
