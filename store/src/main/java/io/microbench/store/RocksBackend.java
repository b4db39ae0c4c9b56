// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** RocksDB through JNI, with a write-ahead log: {@code safe} syncs it for each change, {@code process} only writes it. */
public final class RocksBackend implements LocalBackend {

    /** Creates the backend; called by the service loader. */
    public RocksBackend() {}

    @Override
    public String name() {
        return "rocksdb";
    }

    @Override
    public Set<Durability> durabilities() {
        return Set.of(Durability.SAFE, Durability.PROCESS);
    }

    @Override
    public Optional<String> unavailable() {
        return RocksLibrary.problem();
    }

    @Override
    public Store open(Path folder, Durability durability) throws IOException {
        return RocksStore.open(folder, durability == Durability.SAFE);
    }
}
