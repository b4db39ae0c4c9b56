// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.Optional;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** The native library of RocksDB, loaded once. */
final class RocksLibrary {

    private static final Optional<String> PROBLEM = load();

    private RocksLibrary() {}

    /** Returns why it does not load; empty if it is loaded. */
    static Optional<String> problem() {
        return PROBLEM;
    }

    /** Loads it from a folder that is removed: RocksDB's copy in the temporary folder remains if this JVM is killed. */
    private static Optional<String> load() {
        try (StoreFolder folder = StoreFolder.create()) {
            NativeLibraryLoader.getInstance().loadLibrary(folder.path().toString());
            RocksDB.loadLibrary();
            return Optional.empty();
        } catch (IOException | RuntimeException | LinkageError e) {
            return Optional.of("its native library does not load: " + e);
        }
    }
}
