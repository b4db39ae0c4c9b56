// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A stub of a backend from another module: a map with the properties that a test sets. */
public class StubBackend implements LocalBackend {

    private final Set<Durability> durabilities;
    private final OptionalLong forces;

    public StubBackend() {
        this(Set.of(Durability.MEMORY), OptionalLong.empty());
    }

    StubBackend(Set<Durability> durabilities, OptionalLong forces) {
        this.durabilities = durabilities;
        this.forces = forces;
    }

    @Override
    public String name() {
        return "stub";
    }

    @Override
    public Set<Durability> durabilities() {
        return durabilities;
    }

    @Override
    public Store open(Path folder, Durability durability) throws IOException {
        return new StubStore();
    }

    /** A map, whose methods tests override. */
    class StubStore implements Store {

        private final ConcurrentHashMap<Long, byte[]> map = new ConcurrentHashMap<>();

        @Override
        public void put(long key, byte[] value) throws IOException {
            map.put(key, value);
        }

        @Override
        public Optional<byte[]> get(long key) throws IOException {
            return Optional.ofNullable(map.get(key));
        }

        @Override
        public void delete(long key) throws IOException {
            map.remove(key);
        }

        @Override
        public OptionalLong forces() {
            return forces;
        }

        @Override
        public void close() {
            // Nothing to close.
        }
    }
}
