// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** A file to which each change is appended, with all values in memory: a minimal durable store. */
public final class LogBackend implements LocalBackend {

    @Override
    public String name() {
        return "log";
    }

    @Override
    public Set<Durability> durabilities() {
        return Set.of(Durability.SAFE, Durability.PROCESS);
    }

    @Override
    public Store open(Path folder, Durability durability) throws IOException {
        return new LogStore(folder.resolve("log"), durability == Durability.SAFE);
    }
}
