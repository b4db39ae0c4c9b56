// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;

/**
 * A log of changes, and a map of the resulting values.
 *
 * <p>A record consists of the length of the value (-1 for a delete), the key, the value, and the CRC-32 of all three.
 * On opening, the log is read up to the first incomplete record and truncated there. After a failed sync, the content
 * of the disk is unknown, so every later change fails as well.
 */
final class LogStore implements Store {

    private static final int DELETED = -1;
    private static final int HEAD = Integer.BYTES + Long.BYTES;
    private static final int AROUND = HEAD + Integer.BYTES;
    private static final byte[] NO_VALUE = {};

    private final FileChannel channel;
    private final Optional<GroupForce> force;
    private final ConcurrentHashMap<Long, byte[]> map = new ConcurrentHashMap<>();
    private final Object appending = new Object();
    private ByteBuffer record = ByteBuffer.allocateDirect(1 << 12);
    private long end;

    LogStore(Path file, boolean safe) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            end = replay();
            channel.truncate(end);
            force = safe ? Optional.of(new GroupForce(channel, end)) : Optional.empty();
            if (safe) {
                channel.force(true);
                forceFolder(file);
            }
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Syncs a folder to disk, which makes the entry of a new file durable. */
    private static void forceFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && System.getProperty("os.name").startsWith("Linux")) {
            try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
                entries.force(true);
            }
        }
    }

    private long replay() throws IOException {
        long size = channel.size();
        long at = 0;
        while (at + AROUND <= size) {
            int length = read(at, Integer.BYTES).getInt();
            int bytes = Math.max(length, 0);
            if (length < DELETED || at + AROUND + bytes > size) {
                return at;
            }
            ByteBuffer whole = read(at, AROUND + bytes);
            if (whole.getInt(HEAD + bytes) != crc(whole, HEAD + bytes)) {
                return at;
            }
            byte[] value = new byte[bytes];
            whole.get(HEAD, value);
            remember(whole.getLong(Integer.BYTES), length == DELETED, value);
            at += AROUND + bytes;
        }
        return at;
    }

    private ByteBuffer read(long at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, at + buffer.position()) < 0) {
                throw new IOException("Unexpected end of the log");
            }
        }
        return buffer.flip();
    }

    private static int crc(ByteBuffer buffer, int bytes) {
        CRC32 crc = new CRC32();
        crc.update(buffer.slice(0, bytes));
        return (int) crc.getValue();
    }

    private void remember(long key, boolean deleted, byte[] value) {
        if (deleted) {
            map.remove(key);
        } else {
            map.put(key, value);
        }
    }

    @Override
    public void put(long key, byte[] value) throws IOException {
        change(key, false, value);
    }

    @Override
    public void delete(long key) throws IOException {
        change(key, true, NO_VALUE);
    }

    private void change(long key, boolean deleted, byte[] value) throws IOException {
        long to;
        synchronized (appending) {
            to = append(key, deleted, value);
            // This is done inside the lock, because the log and the map must have the same order.
            remember(key, deleted, value);
        }
        if (force.isPresent()) {
            force.get().upTo(to);
        }
    }

    private long append(long key, boolean deleted, byte[] value) throws IOException {
        if (record.capacity() < AROUND + value.length) {
            record = ByteBuffer.allocateDirect(AROUND + value.length);
        }
        record.clear().putInt(deleted ? DELETED : value.length).putLong(key).put(value);
        record.putInt(crc(record, HEAD + value.length)).flip();
        try {
            while (record.hasRemaining()) {
                channel.write(record, end + record.position());
            }
        } catch (IOException e) {
            // An incomplete record would be read as the end of the log.
            channel.truncate(end);
            throw e;
        }
        end += record.limit();
        if (force.isPresent()) {
            force.get().written(end);
        }
        return end;
    }

    @Override
    public Optional<byte[]> get(long key) {
        return Optional.ofNullable(map.get(key));
    }

    @Override
    public OptionalLong forces() {
        return OptionalLong.of(force.map(GroupForce::count).orElse(0L));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** A file to which each change is appended, with all values in memory: a minimal durable store. */
    public static final class LogBackend implements LocalBackend {

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

    /** Syncs a file to disk on behalf of several threads: one sync covers all bytes written before it. */
    static final class GroupForce {

        private final FileChannel channel;
        private long written;
        private long forced;
        private long count;
        private boolean forcing;
        private Optional<IOException> failure = Optional.empty();

        GroupForce(FileChannel channel, long written) {
            this.channel = channel;
            this.written = written;
            this.forced = written;
        }

        synchronized void written(long position) {
            written = position;
        }

        synchronized long count() {
            return count;
        }

        /**
         * Waits until the file is on disk up to the given position.
         *
         * @throws IOException if this sync or an earlier one failed
         */
        void upTo(long position) throws IOException {
            long target;
            synchronized (this) {
                awaitOthers(position);
                if (failure.isPresent()) {
                    throw new IOException("The log could not be forced to disk", failure.get());
                }
                if (forced >= position) {
                    return;
                }
                forcing = true;
                target = written;
            }
            force(target);
        }

        private synchronized void awaitOthers(long position) throws IOException {
            try {
                while (forced < position && forcing && failure.isEmpty()) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("Interrupted before the log was forced to disk", e);
            }
        }

        private void force(long target) throws IOException {
            try {
                channel.force(false);
                done(target, Optional.empty());
            } catch (IOException e) {
                done(target, Optional.of(e));
                throw e;
            }
        }

        private synchronized void done(long target, Optional<IOException> problem) {
            forcing = false;
            count++;
            failure = problem;
            if (problem.isEmpty()) {
                forced = target;
            }
            notifyAll();
        }
    }
}
