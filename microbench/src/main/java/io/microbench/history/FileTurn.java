// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.Patience.Attempt;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets one process at a time use a database of H2 that is a file; connections of one process share the turn.
 *
 * <p>H2 locks its file itself, but the system takes such a lock from a process as soon as the process closes any channel on the
 * file. Where several threads of several processes opened and closed a database, one was seen to read what another process was
 * writing, and to call the file corrupted. So the lock is on a file beside it, which nothing else opens, and threads of a
 * process open and close their connections one after another. H2's own lock still keeps other programs out.
 */
final class FileTurn implements AutoCloseable {

    /** What is added to the path of the database. */
    static final String SUFFIX = ".microbench.lock";

    private static final Map<Path, Shared> SHARED = new HashMap<>();

    private final Optional<Path> lock;

    private FileTurn(Optional<Path> lock) {
        this.lock = lock;
    }

    /** A lock that is held, and the number of turns in this process that hold it. */
    private record Shared(FileChannel channel, int turns) {}

    /**
     * Takes the turn at the database of a URL. A database that is not a file of one process needs none, nor does a file in a
     * folder that cannot be written to.
     *
     * @throws SQLException that {@link Patience} takes for a busy database, if another process has the turn
     */
    static FileTurn take(String url) throws SQLException {
        Optional<Path> lock = H2Url.file(url).map(file -> Path.of(file + SUFFIX));
        if (lock.isEmpty()) {
            return new FileTurn(lock);
        }
        synchronized (SHARED) {
            Shared before = SHARED.get(lock.get());
            Optional<FileChannel> channel = before == null ? channel(lock.get()) : Optional.of(before.channel());
            channel.ifPresent(
                    held -> SHARED.put(lock.get(), new Shared(held, before == null ? 1 : before.turns() + 1)));
            return new FileTurn(channel.flatMap(held -> lock));
        }
    }

    /** Runs what opens or closes a connection, apart from all others of this process where the database is a file. */
    <T> T run(Attempt<T> attempt) throws SQLException {
        if (lock.isEmpty()) {
            return attempt.run();
        }
        synchronized (SHARED) {
            return attempt.run();
        }
    }

    /** Returns the turn; the lock file stays, because another process may be about to lock it. */
    @Override
    public void close() {
        synchronized (SHARED) {
            lock.ifPresent(path -> SHARED.computeIfPresent(path, (file, shared) -> {
                if (shared.turns() > 1) {
                    return new Shared(shared.channel(), shared.turns() - 1);
                }
                closeQuietly(shared.channel());
                return null;
            }));
        }
    }

    /** Returns a channel that has the lock; empty where the folder cannot be written to. */
    private static Optional<FileChannel> channel(Path lock) throws SQLException {
        FileChannel channel;
        try {
            Files.createDirectories(lock.getParent());
            channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            return Optional.empty();
        }
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
        } catch (IOException | OverlappingFileLockException e) {
            throw busy(lock, e);
        } finally {
            if (!locked) {
                closeQuietly(channel);
            }
        }
        if (!locked) {
            throw busy(lock, null);
        }
        return Optional.of(channel);
    }

    private static SQLException busy(Path lock, @Nullable Exception cause) {
        return new SQLException(
                "another process has locked " + lock, Patience.STATE_OF_BUSY_FILE, Patience.BUSY_FILE, cause);
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was written through it.
        }
    }
}
