// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An open store, for use by any number of threads.
 *
 * <p>A key is a number, which each backend encodes in its own way. A change is acknowledged when its method returns,
 * with the durability of the store. After an exception the outcome of a change is unknown.
 */
public interface Store extends AutoCloseable {

    /** Sets the value of a key. Neither the caller nor the store changes the array afterwards. */
    void put(long key, byte[] value) throws IOException;

    /** Returns the value of a key; empty if it has no value. */
    Optional<byte[]> get(long key) throws IOException;

    /** Removes a key, if it exists. */
    void delete(long key) throws IOException;

    /** Returns the number of disk syncs since the store was opened; empty if unknown. */
    default OptionalLong forces() {
        return OptionalLong.empty();
    }

    /**
     * Closes the store.
     *
     * @throws IOException if acknowledged writes may be lost
     */
    @Override
    void close() throws IOException;
}
