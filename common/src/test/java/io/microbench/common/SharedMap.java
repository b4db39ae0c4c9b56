// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

/** The operations of {@link ConcurrentMapBenchmark} on a map that threads share. */
interface SharedMap {

    /** Adds a key; returns whether it was absent. */
    boolean insert(Integer key);

    /** Returns whether a key is present. */
    boolean query(Integer key);

    /** Removes a key; returns whether it was present. */
    boolean delete(Integer key);

    /** Returns the number of keys; exact while no thread changes the map. */
    int size();
}
