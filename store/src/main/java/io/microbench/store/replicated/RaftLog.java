// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jgroups.Address;
import org.jgroups.protocols.raft.FileBasedLog;
import org.jgroups.protocols.raft.Log;
import org.jgroups.protocols.raft.LogEntries;

/**
 * The log of a member, which counts its disk syncs.
 *
 * <p>The log of JGroups-raft 1.1.3 syncs appended entries to disk if configured. It does not sync a snapshot, the rest
 * of a log truncated after a snapshot, or a vote. This class does, which keeps acknowledged changes on disk. If an
 * entry cannot be written, the original only logs the failure; this class fails.
 */
final class RaftLog extends FileBasedLog {

    private static final String SNAPSHOT = "state_snapshot.raft";
    private static final String ENTRIES = "entries.raft";
    private static final String METADATA = "metadata.raft";

    private final Path folder;
    private final AtomicLong forces = new AtomicLong();
    private final CompletableFuture<String> failure = new CompletableFuture<>();

    /**
     * Opens the log in the given folder.
     *
     * @param force whether appended entries are synced to disk
     */
    RaftLog(Path folder, boolean force) throws IOException {
        this.folder = folder;
        useFsync(force);
        try {
            init(folder.toString(), Map.of());
        } catch (Exception e) {
            throw new IOException("Cannot open the log in " + folder + ": " + e, e);
        }
    }

    long forces() {
        return forces.get();
    }

    /** Returns a stage that completes with the reason when a write has failed. */
    CompletionStage<String> failure() {
        return failure;
    }

    private void write(Runnable change) {
        try {
            change.run();
        } catch (RuntimeException e) {
            failure.complete("the log in " + folder + " cannot be written: "
                    + Optional.ofNullable(e.getCause()).orElse(e));
            throw e;
        }
    }

    @Override
    public long append(long index, LogEntries entries) {
        write(() -> {
            long last = super.append(index, entries);
            if (last != index + entries.size() - 1) {
                throw new IllegalStateException("its last entry is " + last + ", and those from " + index
                        + " on are missing; see the messages above");
            }
        });
        if (useFsync()) {
            forces.incrementAndGet();
        }
        return lastAppended();
    }

    @Override
    public void setSnapshot(ByteBuffer snapshot) {
        write(() -> super.setSnapshot(snapshot));
        force(SNAPSHOT);
    }

    @Override
    public void truncate(long indexExclusive) {
        write(() -> super.truncate(indexExclusive));
        force(ENTRIES);
    }

    @Override
    public Log votedFor(Address member) {
        write(() -> super.votedFor(member));
        force(METADATA);
        return this;
    }

    private void force(String name) {
        if (!useFsync()) {
            return;
        }
        write(() -> {
            try {
                Path file = folder.resolve(name);
                if (Files.exists(file)) {
                    force(file, StandardOpenOption.WRITE);
                    // Syncs the folder, because the file may be new.
                    force(folder, StandardOpenOption.READ);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void force(Path path, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(path, how)) {
            channel.force(true);
            forces.incrementAndGet();
        }
    }
}
