// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.map;

import org.jspecify.annotations.Nullable;

/** What {@link IntMapBenchmark} does with a map. */
interface IntMap {

    /** Adds a key. */
    void put(int key, Object value);

    /** Returns what was put, or null if the key is absent. */
    @Nullable
    Object get(int key);

    /** Returns how many keys there are. */
    int size();
}
