package com.acme;

import io.microbench.store.Durability;
import io.microbench.store.LocalBackend;
import io.microbench.store.Store;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/** A store in the JVM that measures it. */
public final class SkipListBackend implements LocalBackend {

    @Override
    public String name() {
        return "skiplist";
    }

    @Override
    public Set<Durability> durabilities() {
        return Set.of(Durability.MEMORY);
    }

    @Override
    public Store open(Path folder, Durability durability) {
        return new SkipListStore();
    }

    private static final class SkipListStore implements Store {

        private final ConcurrentSkipListMap<Long, byte[]> values = new ConcurrentSkipListMap<>();

        @Override
        public void put(long key, byte[] value) {
            values.put(key, value);
        }

        @Override
        public Optional<byte[]> get(long key) {
            return Optional.ofNullable(values.get(key));
        }

        @Override
        public void delete(long key) {
            values.remove(key);
        }

        @Override
        public OptionalLong forces() {
            return OptionalLong.empty();
        }

        @Override
        public void close() {}
    }
}
