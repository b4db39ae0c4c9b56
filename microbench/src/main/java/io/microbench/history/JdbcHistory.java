// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.JdbcHistory.RetryPolicy.Attempt;
import io.microbench.text.Redaction;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores a history in a database: H2 in a file for evaluation, PostgreSQL for teams.
 *
 * <p>The table ({@link JdbcSchema}), which is created on first use, has a row for each document, with the same content as the files of a
 * folder. Each call opens a connection. Operations that another process blocks are retried for a bounded time. If writing or closing fails,
 * a query checks whether the document was stored. The driver is not part of Microbench; it must be on the class path.
 */
final class JdbcHistory extends HistoryStore {

    /** The SQL standard's code for a duplicate key. */
    private static final String DUPLICATE = "23505";

    private final String url;
    private final String name;

    private JdbcHistory(String url, String name) {
        this.url = url;
        this.name = name;
    }

    /** Connects and creates the table, or converts the tables of earlier versions. */
    static JdbcHistory connect(String url) {
        String name = Redaction.text(Redaction.databaseUrl(url));
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new HistoryException(
                    name + ": the class path has no JDBC driver for it; add com.h2database:h2 or"
                            + " org.postgresql:postgresql as a dependency",
                    e);
        }
        JdbcHistory history = new JdbcHistory(url, name);
        try {
            return history.use(connection -> {
                JdbcSchema.prepare(connection, name);
                return history;
            });
        } catch (SQLException e) {
            throw history.failed("cannot be opened", e);
        }
    }

    private interface Use<T> {
        T of(Connection connection) throws SQLException;
    }

    private <T> T use(Use<T> use) throws SQLException {
        return RetryPolicy.run(() -> FileMutex.run(url, () -> {
            // Closing the connection rolls back an open transaction.
            try (Connection connection = DriverManager.getConnection(url, ServerLimits.of(url))) {
                connection.setAutoCommit(false);
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                T result = use.of(connection);
                connection.commit();
                return result;
            }
        }));
    }

    @Override
    <V> Optional<Found<V>> add(StoredJson<V> kind, String id, V content) {
        String text = kind.write(content);
        try {
            return use(connection -> {
                JdbcSchema.insert(connection, kind, id, text);
                return Optional.empty();
            });
        } catch (SQLException e) {
            // Nothing was written, because other processes had locked the file.
            Optional<String> there =
                    e.getErrorCode() == RetryPolicy.BUSY_FILE ? Optional.empty() : content(kind, id, e);
            if (there.isPresent() && DUPLICATE.equals(e.getSQLState())) {
                return Optional.of(new Found<>(name, () -> parse(kind, id, there.get())));
            }
            if (there.filter(text::equals).isPresent()) {
                return Optional.empty();
            }
            throw failed(kind.kind() + " " + id + " cannot be written", e);
        }
    }

    /** Returns the stored content of a document whose writing failed, if it exists. */
    private Optional<String> content(StoredJson<?> kind, String id, SQLException cause) {
        List<String> found = new ArrayList<>();
        try {
            select(kind, id, (same, content) -> found.add(content));
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
        return found.stream().findFirst();
    }

    private void select(StoredJson<?> kind, String id, BiConsumer<String, String> visitor) throws SQLException {
        use(connection -> {
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT id, content FROM microbench_document WHERE kind = ? AND ? IN ('', id) ORDER BY id")) {
                select.setString(1, kind.kind());
                select.setString(2, id);
                select.setFetchSize(JdbcSchema.AT_ONCE);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        visitor.accept(row.getString(1), row.getString(2));
                    }
                }
            }
            return true;
        });
    }

    private <V> V parse(StoredJson<V> kind, String id, String content) {
        return kind.reader().read(name + ", " + kind.kind() + " " + id, content.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    <V> void visit(StoredJson<V> kind, BiConsumer<String, Supplier<V>> visitor, Consumer<String> warnings) {
        try {
            select(kind, "", (id, content) -> visitor.accept(name, () -> parse(kind, id, content)));
        } catch (SQLException e) {
            throw failed("cannot be read", e);
        }
    }

    private HistoryException failed(String what, SQLException e) {
        String reason = Redaction.text(String.valueOf(e.getMessage()).strip());
        return new HistoryException(
                RetryPolicy.isBusy(e)
                        ? name + ": " + what + ", because other processes kept it busy for "
                                + RetryPolicy.LONGEST.toSeconds()
                                + " s ("
                                + reason
                                + "); try again, or keep the history in a folder or in PostgreSQL, where writers do"
                                + " not wait for each other"
                        : name + ": " + what + " (" + reason + ")" + ServerLimits.advice(name, e),
                e);
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * Limits how long the drivers of PostgreSQL and H2 wait for a database server, which is forever by default. A limit in the URL takes
     * precedence.
     */
    static final class ServerLimits {
        private static final int SECONDS = 60;

        private static final String OF_H2 = "NETWORK_TIMEOUT";

        private ServerLimits() {}

        static Properties of(String url) {
            Properties limits = new Properties();
            if (isPostgres(url)) {
                Stream.of("connectTimeout", "loginTimeout", "socketTimeout")
                        .forEach(name -> limits.setProperty(name, String.valueOf(SECONDS)));
            } else if (!url.toUpperCase(Locale.ROOT).contains(OF_H2)) {
                // H2 rejects a setting that is specified twice.
                limits.setProperty(OF_H2, String.valueOf(SECONDS * 1000));
            }
            return limits;
        }

        /** Returns the next step, as the end of a message, if the operation timed out; otherwise empty. */
        static String advice(String url, SQLException failure) {
            boolean reached = String.valueOf(failure.getMessage()).contains("timed out");
            for (Throwable cause = failure; cause != null && !reached; cause = cause.getCause()) {
                reached = cause instanceof SocketTimeoutException;
            }
            if (!reached) {
                return "";
            }
            return ": the server did not answer in time. Check that it is running, or set a limit above " + SECONDS
                    + " s in the URL: "
                    + (isPostgres(url)
                            ? "loginTimeout=SECONDS and connectTimeout=SECONDS for the connection,"
                                    + " socketTimeout=SECONDS for answers"
                            : OF_H2 + "=MILLISECONDS");
        }

        private static boolean isPostgres(String url) {
            return url.startsWith("jdbc:postgresql:");
        }
    }

    /**
     * Retries operations that another process blocks, for a bounded time.
     *
     * <p>H2 opens a file for one process at a time and rejects all others immediately. A server may be starting, have no free connection,
     * or abort one of two deadlocked transactions. Pauses are random, so that processes do not retry at the same time.
     */
    static final class RetryPolicy {

        interface Attempt<T> {
            T run() throws SQLException;
        }

        /**
         * The maximum wait: several times as long as a short run (a few hundred milliseconds) waits for sixteen others
         * on a busy machine.
         */
        static final Duration LONGEST = Duration.ofSeconds(60);

        private static final int FIRST_PAUSE = 20;
        private static final int LONGEST_PAUSE = 500;

        /** H2's code for a file that another process has opened. */
        static final int BUSY_FILE = 90020;

        /** H2's codes for a file that is in use, being closed or closed, and for a lock time-out. */
        private static final Set<Integer> CODES_OF_H2 = Set.of(BUSY_FILE, 90098, 90121, 50200);

        /**
         * PostgreSQL's codes for no free connection, start-up and shut-down, and both databases' codes for an aborted
         * transaction.
         */
        private static final Set<String> STATES = Set.of("53300", "57P03", "40001", "40P01");

        private RetryPolicy() {}

        /** Runs the operation, and retries it while another process blocks it. */
        static <T> T run(Attempt<T> attempt) throws SQLException {
            long start = System.nanoTime();
            int pause = FIRST_PAUSE;
            while (true) {
                try {
                    return attempt.run();
                } catch (SQLException e) {
                    if (!isBusy(e) || System.nanoTime() - start > LONGEST.toNanos() || !sleep(pause)) {
                        throw e;
                    }
                    pause = Math.min(LONGEST_PAUSE, 2 * pause);
                }
            }
        }

        /** Returns whether an operation failed because another process blocks it. */
        static boolean isBusy(SQLException e) {
            return CODES_OF_H2.contains(e.getErrorCode()) || STATES.contains(String.valueOf(e.getSQLState()));
        }

        private static boolean sleep(int most) {
            try {
                Thread.sleep(ThreadLocalRandom.current().nextInt(most / 2, most));
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /**
     * Locks an H2 database file, so that one thread of one process uses it at a time.
     *
     * <p>H2 locks its file, but the operating system releases the lock as soon as the process closes any channel on the file. When several
     * threads of several processes opened and closed a database, one process read while another was writing, and reported a corrupted file.
     * So the lock is on a separate file that nothing else opens. This file is never deleted, because another process may be about to lock
     * it. H2's own lock still excludes other programs.
     */
    static final class FileMutex {

        static final String SUFFIX = ".microbench.lock";

        /**
         * {@code jdbc:h2:[file:]PATH[;SETTINGS]}, as described in the section "Database URL Overview" of H2's manual. A single letter
         * before a colon is a drive; any other word is another kind of store.
         */
        private static final Pattern EMBEDDED =
                Pattern.compile("jdbc:h2:(?:file:)?(?<path>(?![A-Za-z]{2,}:)[^;]+)(?<settings>;.*)?", Pattern.DOTALL);

        private FileMutex() {}

        /**
         * Runs an operation with the database of a URL locked. Databases that are not files of a single process and files in read-only
         * folders need no lock.
         *
         * @throws SQLException if another process holds the lock; {@link RetryPolicy} treats it as a busy database
         */
        static <T> T run(String url, Attempt<T> use) throws SQLException {
            Optional<Path> lock = file(url).map(file -> Path.of(file + SUFFIX));
            if (lock.isEmpty()) {
                return use.run();
            }
            synchronized (FileMutex.class) {
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
            return new SQLException("another process has locked " + lock, "90020", RetryPolicy.BUSY_FILE, cause);
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
         * Returns the path, without H2's suffix, of a database file that one process uses at a time; empty for other URLs, including those
         * with {@code AUTO_SERVER=TRUE}, with which processes share a file.
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
                // H2 reports the error.
                return Optional.empty();
            }
        }
    }
}
