// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A store that is open. Any number of threads use it at the same time.
 *
 * <p>A key is a number, which each backend writes in the form that suits it. A change is acknowledged by the return of its method,
 * and then has the durability with which the store was opened. A method that throws promises nothing about its change.
 */
public interface Store extends AutoCloseable {

    /**
     * Sets the value of a key.
     *
     * @param value not changed afterwards by either side
     * @throws IOException if that failed
     */
    void put(long key, byte[] value) throws IOException;

    /**
     * Returns the value of a key, empty where there is none.
     *
     * @throws IOException if that failed
     */
    Optional<byte[]> get(long key) throws IOException;

    /**
     * Removes a key, if it is there.
     *
     * @throws IOException if that failed
     */
    void delete(long key) throws IOException;

    /** Returns how often the store made the disk write what it was given, since it was opened; empty if it does not know. */
    OptionalLong forces();

    /**
     * Closes the store.
     *
     * @throws IOException if what was acknowledged may be lost
     */
    @Override
    void close() throws IOException;
}
