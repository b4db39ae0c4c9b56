// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.file.Path;

/** A store in the JVM that measures it. */
public non-sealed interface LocalBackend extends Backend {

    /**
     * Opens the store in a folder, with the data of an earlier store with the same durability.
     *
     * @param folder exists, and belongs to the store
     * @param durability one of {@link #durabilities()}
     * @throws IOException if the folder cannot be written or its data cannot be read
     */
    Store open(Path folder, Durability durability) throws IOException;
}
