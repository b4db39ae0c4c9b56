// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.Redaction;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Stores a history in a database: H2 in a file to try it, PostgreSQL for a team.
 *
 * <p>Its table ({@link JdbcSchema}) has a row for each document; documents are the same as the files of a folder. It is
 * created on first use. Each call opens a connection. Operations that another process blocks are retried for a bounded
 * time. If writing or closing fails, a query checks whether the document was stored. The driver is not part of this
 * harness; it comes from the class path.
 */
final class JdbcHistory extends HistoryStore {

    /** The SQL standard's code for a row whose key already exists. */
    private static final String DUPLICATE = "23505";

    private final String url;
    private final String name;

    private JdbcHistory(String url, String name) {
        this.url = url;
        this.name = name;
    }

    /**
     * Connects and makes the table, or fills it from those of earlier versions.
     *
     * @param url a JDBC URL of H2 or PostgreSQL, with user and password if the database asks for them
     * @throws HistoryException if there is no driver, the database cannot be reached, or a newer version made its table
     */
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
        return Patience.run(() -> FileTurn.run(url, () -> {
            // What is not committed is gone when the connection is closed.
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
            // While others had the file, nothing was written.
            Optional<String> there = e.getErrorCode() == Patience.BUSY_FILE ? Optional.empty() : content(kind, id, e);
            if (there.isPresent() && DUPLICATE.equals(e.getSQLState())) {
                return Optional.of(new Found<>(name, () -> parse(kind, id, there.get())));
            }
            if (there.filter(text::equals).isPresent()) {
                return Optional.empty();
            }
            throw failed(kind.kind() + " " + id + " cannot be written", e);
        }
    }

    /** Returns the stored content of a document that could not be written, if it exists. */
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
        return kind.parse(name + ", " + kind.kind() + " " + id, content.getBytes(StandardCharsets.UTF_8));
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
                Patience.isBusy(e)
                        ? name + ": " + what + ", as others kept it busy for " + Patience.LONGEST.toSeconds() + " s ("
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
     * Limits how long a database server may be silent; the drivers of PostgreSQL and H2 otherwise wait forever. A limit
     * in the URL replaces the one here.
     */
    static final class ServerLimits {
        private static final int SECONDS = 60;

        private static final String OF_H2 = "NETWORK_TIMEOUT";

        private ServerLimits() {}

        /** Returns the limits as properties of the driver: to connect, to log in, and for each answer. */
        static Properties of(String url) {
            Properties limits = new Properties();
            if (isPostgres(url)) {
                Stream.of("connectTimeout", "loginTimeout", "socketTimeout")
                        .forEach(name -> limits.setProperty(name, String.valueOf(SECONDS)));
            } else if (!url.toUpperCase(Locale.ROOT).contains(OF_H2)) {
                // H2 refuses a setting that is given twice.
                limits.setProperty(OF_H2, String.valueOf(SECONDS * 1000));
            }
            return limits;
        }

        /** Returns what to do where a limit ended the wait, as the rest of a message; empty where something else failed. */
        static String advice(String url, SQLException failure) {
            boolean reached = String.valueOf(failure.getMessage()).contains("timed out");
            for (Throwable cause = failure; cause != null && !reached; cause = cause.getCause()) {
                reached = cause instanceof SocketTimeoutException;
            }
            if (!reached) {
                return "";
            }
            return ": the server did not answer in time. Check that it runs, or allow more than " + SECONDS
                    + " s in the URL, with "
                    + (isPostgres(url)
                            ? "loginTimeout=SECONDS and connectTimeout=SECONDS to connect, socketTimeout=SECONDS for an answer"
                            : OF_H2 + "=MILLISECONDS");
        }

        private static boolean isPostgres(String url) {
            return url.startsWith("jdbc:postgresql:");
        }
    }
}
