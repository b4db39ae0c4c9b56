// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import io.microbench.fork.ForkProbe.ForkFacts;

/**
 * Reports facts about a fork from inside the fork. The host adds them to the run record.
 *
 * <p>A benchmark calls {@link #say} in its trial set-up to report, for example, the class of its allocator, the class of its thread, or
 * whether leak detection is disabled: only the fork can check that it has the properties that the host requested.
 */
public final class ForkEcho {

    private ForkEcho() {}

    /**
     * Records a fact about this fork. A later value for the same key replaces an earlier one.
     *
     * @param key the name of the fact, for example {@code allocator.class}
     * @param value the value, which is recorded as its {@code toString()}
     */
    public static void say(String key, Object value) {
        ForkFacts.put(key, value);
    }
}
