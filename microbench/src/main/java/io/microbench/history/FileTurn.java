// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.Patience.Attempt;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread of one process at a time use a database of H2 that is a file.
 *
 * <p>H2 locks its file, but the operating system releases that lock as soon as the process closes any channel on the
 * file. When several threads of several processes opened and closed a database, one read what another process was
 * writing and reported the file as corrupted. So the lock is on a file beside it that nothing else opens. That file
 * is never deleted, because another process may be about to lock it. H2's own lock still excludes other programs.
 */
final class FileTurn {

    /** The suffix that is appended to the path of the database. */
    static final String SUFFIX = ".microbench.lock";

    /**
     * {@code jdbc:h2:[file:]PATH[;SETTINGS]}, as section "Database URL Overview" of H2's manual has it; a drive has one letter, any other
     * word before a colon is another kind of store.
     */
    private static final Pattern EMBEDDED =
            Pattern.compile("jdbc:h2:(?:file:)?(?<path>(?![A-Za-z]{2,}:)[^;]+)(?<settings>;.*)?", Pattern.DOTALL);

    private FileTurn() {}

    /**
     * Uses the database of a URL. One that is not a file of one process needs no turn, nor does a file in a folder that cannot be
     * written to.
     *
     * @throws SQLException that {@link Patience} takes for a busy database, if another process has the turn
     */
    static <T> T run(String url, Attempt<T> use) throws SQLException {
        Optional<Path> lock = file(url).map(file -> Path.of(file + SUFFIX));
        if (lock.isEmpty()) {
            return use.run();
        }
        synchronized (FileTurn.class) {
            try (FileChannel channel = channel(lock.get())) {
                if (channel != null && channel.tryLock() == null) {
                    throw busy(lock.get(), null);
                }
                return use.run();
            } catch (IOException | OverlappingFileLockException e) {
                throw busy(lock.get(), e);
            }
        }
    }

    private static SQLException busy(Path lock, @Nullable Exception cause) {
        return new SQLException("another process has locked " + lock, "90020", Patience.BUSY_FILE, cause);
    }

    /** Returns the file to lock; null if the folder is not writable. */
    private static @Nullable FileChannel channel(Path lock) {
        try {
            Files.createDirectories(lock.resolveSibling("."));
            return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Returns the path of a database that is a file of one process at a time, without H2's suffix; empty for any other URL,
     * among them {@code AUTO_SERVER=TRUE}, with which processes share a file.
     */
    static Optional<Path> file(String url) {
        Matcher matcher = EMBEDDED.matcher(url);
        if (!matcher.matches() || url.toUpperCase(Locale.ROOT).contains(";AUTO_SERVER=TRUE")) {
            return Optional.empty();
        }
        String path = matcher.group("path");
        String home = path.startsWith("~") ? System.getProperty("user.home") + path.substring(1) : path;
        try {
            return Optional.of(Path.of(home).toAbsolutePath().normalize());
        } catch (InvalidPathException e) {
            // H2 has the words for it.
            return Optional.empty();
        }
    }
}
