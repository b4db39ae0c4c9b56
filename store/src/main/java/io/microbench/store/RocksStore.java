// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.TickerType;
import org.rocksdb.WriteOptions;

/** A RocksDB with default settings. */
final class RocksStore implements Store {

    private final Options options;
    private final Statistics statistics;
    private final WriteOptions write;
    private final RocksDB db;

    private RocksStore(Options options, Statistics statistics, WriteOptions write, RocksDB db) {
        this.options = options;
        this.statistics = statistics;
        this.write = write;
        this.db = db;
    }

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
}
