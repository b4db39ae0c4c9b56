// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.file.Path;

/** A backend whose stores run in the measuring JVM. */
public non-sealed interface LocalBackend extends Backend {

    /**
     * Opens a store in a folder, with the data that an earlier store of the same durability left there.
     *
     * @param folder an existing folder, used only by the store
     * @param durability one of {@link #durabilities()}
     * @throws IOException if the folder cannot be written or its data cannot be read
     */
    Store open(Path folder, Durability durability) throws IOException;
}
