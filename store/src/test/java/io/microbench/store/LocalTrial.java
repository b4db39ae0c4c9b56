// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** A store in the JVM of the fork, in its own folder. */
final class LocalTrial extends Trial {

    private final LocalBackend backend;
    private final StoreFolder folder;
    private Store store;

    private LocalTrial(LocalBackend backend, Durability durability, Contents contents, StoreFolder folder)
            throws IOException {
        super(backend.name(), durability, contents, folder.path());
        this.backend = backend;
        this.folder = folder;
        store = backend.open(folder.newFolder(), durability);
    }

    /**
     * Opens an empty store.
     *
     * @param folder is removed when the store is closed or cannot be opened
     * @throws IOException if it cannot be opened, or its disk cannot be written
     */
    static LocalTrial open(LocalBackend backend, Durability durability, Contents contents, StoreFolder folder)
            throws IOException {
        try {
            return new LocalTrial(backend, durability, contents, folder);
        } catch (IOException | RuntimeException | LinkageError e) {
            folder.close();
            throw new IOException(
                    "The store " + backend.name() + " does not open with durability " + durability.word() + " in "
                            + folder.path() + ": " + e,
                    e);
        }
    }

    @Override
    String place() throws IOException {
        return "in " + folder.path() + ", " + folder.disk();
    }

    @Override
    Store store(int worker) {
        return store;
    }

    @Override
    Store checked(int worker) {
        return store;
    }

    @Override
    long firstInserted() {
        return 0;
    }

    /** Opens a new store, which is faster than deleting keys. */
    @Override
    void empty(List<KeyRange> inserted) throws IOException {
        if (!inserted.isEmpty()) {
            store.close();
            store = backend.open(folder.newFolder(), durability());
        }
    }

    @Override
    int copies() {
        return 1;
    }

    @Override
    OptionalLong forcesSoFar() {
        return store.forces();
    }

    @Override
    void closeStore(List<KeyRange> inserted) throws IOException {
        try (folder) {
            store.close();
        }
    }
}
