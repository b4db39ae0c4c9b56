// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.map;

import org.jspecify.annotations.Nullable;

/** The operations of {@link IntMapBenchmark} on a map. */
interface IntMap {

    /** Adds a key. */
    void put(int key, Object value);

    /** Returns the value of a key, or null if the key is absent. */
    @Nullable
    Object get(int key);

    /** Returns the number of keys. */
    int size();
}
