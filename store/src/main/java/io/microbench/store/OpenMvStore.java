// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;

/** An open MVStore with one map. */
final class OpenMvStore implements Store {

    private final MVStore store;
    private final MVMap<Long, byte[]> map;
    private final Durability durability;
    private final AtomicLong forces = new AtomicLong();

    OpenMvStore(MVStore store, Durability durability) {
        this.store = store;
        this.durability = durability;
        map = store.openMap(
                "stored",
                new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE));
    }

    @Override
    public void put(long key, byte[] value) throws IOException {
        try {
            map.put(key, value);
            persist();
        } catch (MVStoreException e) {
            throw new IOException(e);
        }
    }

    @Override
    public Optional<byte[]> get(long key) throws IOException {
        try {
            return Optional.ofNullable(map.get(key));
        } catch (MVStoreException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void delete(long key) throws IOException {
        try {
            map.remove(key);
            persist();
        } catch (MVStoreException e) {
            throw new IOException(e);
        }
    }

    private void persist() {
        if (durability != Durability.MEMORY) {
            store.commit();
        }
        if (durability == Durability.SAFE) {
            store.sync();
            forces.incrementAndGet();
        }
    }

    @Override
    public OptionalLong forces() {
        // The syncs of MVStore's background thread are not counted.
        return durability == Durability.SAFE ? OptionalLong.of(forces.get()) : OptionalLong.empty();
    }

    @Override
    public void close() throws IOException {
        try {
            // Unlike a normal close, this does not compact the file.
            store.close(0);
        } catch (MVStoreException e) {
            throw new IOException(e);
        }
    }

    /**
     * The MVStore of H2. {@code safe} commits each change and syncs it to disk, {@code process} commits it, {@code
     * memory} leaves commits to the background thread of MVStore, about once per second.
     */
    public static final class MvStoreBackend implements LocalBackend {

        @Override
        public String name() {
            return "mvstore";
        }

        @Override
        public Set<Durability> durabilities() {
            return Set.of(Durability.values());
        }

        @Override
        public Store open(Path folder, Durability durability) throws IOException {
            try {
                MVStore.Builder builder =
                        new MVStore.Builder().fileName(folder.resolve("mvstore").toString());
                return new OpenMvStore(
                        (durability == Durability.MEMORY ? builder : builder.autoCommitDisabled()).open(), durability);
            } catch (MVStoreException e) {
                throw new IOException("Cannot open MVStore in " + folder + ": " + e.getMessage(), e);
            }
        }
    }
}
