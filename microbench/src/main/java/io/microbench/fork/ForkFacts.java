// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** Collects facts known only inside the fork; {@link ForkProbe} writes them to a file for the host. */
public final class ForkFacts {

    private static final Map<String, String> FACTS = new ConcurrentSkipListMap<>();

    private ForkFacts() {}

    /**
     * Records one fact about this fork; a later value for the same key replaces the earlier one.
     *
     * @param key what the fact is about, for example {@code allocator.class}
     * @param value the fact; its {@code toString()} is kept
     */
    public static void put(String key, Object value) {
        FACTS.put(key, value.toString());
    }

    static void clear() {
        FACTS.clear();
    }

    static Map<String, String> all() {
        return Map.copyOf(FACTS);
    }
}
