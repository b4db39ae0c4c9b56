// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.faults;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is done to the members of a store while clients use it. */
enum Fault {

    /** The member that leads is killed with {@code SIGKILL}, and started again; the first member where none leads. */
    LEADER_KILLED,

    /** A member that does not lead is stopped with {@code SIGSTOP} for some seconds. */
    FOLLOWER_FROZEN,

    /** All members are killed with {@code SIGKILL}, and started again. */
    ALL_KILLED;

    /** Returns the word for it in parameters and reports, such as {@code leader-killed}. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the fault that a word stands for.
     *
     * @throws IllegalArgumentException if it stands for none
     */
    static Fault of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("fault = \"" + word + "\": accepted are "
                        + Arrays.stream(values()).map(Fault::word).collect(Collectors.joining(", "))));
    }
}
