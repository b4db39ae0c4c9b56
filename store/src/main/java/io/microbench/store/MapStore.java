// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An open store with its values in memory only. */
final class MapStore implements Store {

    private final ConcurrentHashMap<Long, byte[]> map = new ConcurrentHashMap<>();

    @Override
    public void put(long key, byte[] value) {
        map.put(key, value);
    }

    @Override
    public Optional<byte[]> get(long key) {
        return Optional.ofNullable(map.get(key));
    }

    @Override
    public void delete(long key) {
        map.remove(key);
    }

    @Override
    public OptionalLong forces() {
        return OptionalLong.of(0);
    }

    @Override
    public void close() {
        // There is nothing to close.
    }

    /** A {@link ConcurrentHashMap}, as an upper bound of the speed of stores. */
    public static final class MapBackend implements LocalBackend {

        @Override
        public String name() {
            return "map";
        }

        @Override
        public Set<Durability> durabilities() {
            return Set.of(Durability.MEMORY);
        }

        @Override
        public Store open(Path folder, Durability durability) {
            return new MapStore();
        }
    }
}
