// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import io.microbench.fork.ForkProbe.ForkFacts;

/**
 * Reports from inside a fork what really runs there. The host writes it into the run record.
 *
 * <p>A benchmark calls {@link #say} from its trial set-up: the class of the allocator it got, the class of the thread
 * it runs on, whether leak detection is off. Only the fork knows whether it has the properties that the host requested.
 */
public final class ForkEcho {

    private ForkEcho() {}

    /**
     * Records one fact about this fork; a later value for the same key replaces the earlier one.
     *
     * @param key what the fact is about, for example {@code allocator.class}
     * @param value the fact; its {@code toString()} is kept
     */
    public static void say(String key, Object value) {
        ForkFacts.put(key, value);
    }
}
