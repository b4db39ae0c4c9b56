// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.TickerType;
import org.rocksdb.WriteOptions;

/** An open RocksDB with default settings. */
record RocksStore(Options options, Statistics statistics, WriteOptions write, RocksDB db) implements Store {

    static RocksStore open(Path folder, boolean sync) throws IOException {
        Statistics statistics = new Statistics();
        statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
        Options options = new Options().setCreateIfMissing(true).setStatistics(statistics);
        try {
            RocksDB db = RocksDB.open(options, folder.toString());
            return new RocksStore(options, statistics, new WriteOptions().setSync(sync), db);
        } catch (RocksDBException e) {
            options.close();
            statistics.close();
            throw new IOException("Cannot open RocksDB in " + folder + ": " + e.getMessage(), e);
        }
    }

    private static byte[] bytes(long key) {
        return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
    }

    @Override
    public void put(long key, byte[] value) throws IOException {
        try {
            db.put(write, bytes(key), value);
        } catch (RocksDBException e) {
            throw new IOException(e);
        }
    }

    @Override
    public Optional<byte[]> get(long key) throws IOException {
        try {
            return Optional.ofNullable(db.get(bytes(key)));
        } catch (RocksDBException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void delete(long key) throws IOException {
        try {
            db.delete(write, bytes(key));
        } catch (RocksDBException e) {
            throw new IOException(e);
        }
    }

    @Override
    public OptionalLong forces() {
        return OptionalLong.of(statistics.getTickerCount(TickerType.WAL_FILE_SYNCED));
    }

    @Override
    public void close() throws IOException {
        try {
            db.closeE();
        } catch (RocksDBException e) {
            throw new IOException(e);
        } finally {
            write.close();
            options.close();
            statistics.close();
        }
    }

    /** RocksDB through JNI, with a write-ahead log: {@code safe} syncs it for each change, {@code process} only writes it. */
    public static final class RocksBackend implements LocalBackend {

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

        /** The native library of RocksDB, loaded once. */
        private static final class RocksLibrary {
            private static final Optional<String> PROBLEM = load();

            private RocksLibrary() {}

            /** Returns why the library cannot be loaded; empty if it is loaded. */
            static Optional<String> problem() {
                return PROBLEM;
            }

            /**
             * Loads the library from a folder that is deleted afterwards; RocksDB's own copy would remain after a kill.
             */
            private static Optional<String> load() {
                try (StoreFolder folder = StoreFolder.create()) {
                    NativeLibraryLoader.getInstance().loadLibrary(folder.path().toString());
                    RocksDB.loadLibrary();
                    return Optional.empty();
                } catch (NoClassDefFoundError e) {
                    return Optional.of("org.rocksdb:rocksdbjni is not on the class path");
                } catch (IOException | RuntimeException | LinkageError e) {
                    return Optional.of("its native library does not load: " + e);
                }
            }
        }
    }
}
