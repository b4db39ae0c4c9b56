// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.Patience.Attempt;
import io.microbench.text.Redaction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Stores a history in a database: H2 in a file to try it, PostgreSQL for a team.
 *
 * <p>The tables are made on first use and brought up to date by later versions. A run goes in with all its cases in one
 * transaction. What another process is in the way of is tried again for a bounded time, and where writing or closing
 * fails, the database is asked whether the run is there: what is said of it is what is so. The driver is not part of
 * this harness; it is whatever the class path has for the URL.
 */
final class JdbcHistory implements HistoryStore {

    /** A row of that key is there already; the code of the standard. */
    private static final String DUPLICATE = "23505";

    private final String name;
    private final FileTurn turn;
    private final Attempt<Connection> connect;
    private final List<RunSummary> appended = new ArrayList<>();
    private Connection connection;

    private JdbcHistory(String name, FileTurn turn, Attempt<Connection> connect) throws SQLException {
        this.name = name;
        this.turn = turn;
        this.connect = () -> turn.run(connect);
        this.connection = Patience.run(this.connect);
    }

    /**
     * Connects and makes or updates the tables.
     *
     * @param url a JDBC URL of H2 or PostgreSQL, with user and password if the database asks for them
     * @throws HistoryException if there is no driver, the database cannot be reached, or a newer version made its
     *     tables
     */
    static JdbcHistory open(String url) {
        return open(url, JdbcSchema.CURRENT);
    }

    static JdbcHistory open(String url, JdbcSchema schema) {
        String name = Redaction.text(Redaction.databaseUrl(url));
        requireDriver(url, name);
        try {
            FileTurn turn = Patience.run(() -> FileTurn.take(url));
            try {
                return new JdbcHistory(name, turn, () -> connect(url, schema, name));
            } catch (SQLException | RuntimeException e) {
                turn.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failed(name, "cannot be opened", e);
        }
    }

    private static Connection connect(String url, JdbcSchema schema, String name) throws SQLException {
        Connection connection = DriverManager.getConnection(url, ServerLimits.of(url));
        try {
            connection.setAutoCommit(false);
            schema.prepare(connection, name);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static void requireDriver(String url, String name) {
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new HistoryException(
                    name + ": the class path has no JDBC driver for it; add com.h2database:h2 or"
                            + " org.postgresql:postgresql as a dependency",
                    e);
        }
    }

    @Override
    public synchronized boolean append(RunSummary run) {
        try {
            boolean added = Patience.run(() -> insert(run));
            appended.add(run);
            return added;
        } catch (SQLException e) {
            if (isStoredAfter(e, run)) {
                return true;
            }
            throw failed(name, "run " + run.id() + " cannot be written", e);
        }
    }

    private boolean insert(RunSummary run) throws SQLException {
        try {
            JdbcRows.insert(connection, run);
            connection.commit();
            return true;
        } catch (SQLException e) {
            rollback(e);
            if (DUPLICATE.equals(e.getSQLState())) {
                requireSame(run, stored(run.id()));
                return false;
            }
            if (Patience.isBusy(e)) {
                reconnect(e);
            }
            throw e;
        }
    }

    /** Returns whether a run is there although the database failed; a connection that broke is made anew for that. */
    private boolean isStoredAfter(SQLException cause, RunSummary run) {
        reconnect(cause);
        try {
            return isStored(run, stored(run.id()));
        } catch (HistoryException e) {
            cause.addSuppressed(e);
            return false;
        }
    }

    private void reconnect(SQLException cause) {
        try {
            if (!connection.isValid(0)) {
                connection = Patience.run(connect);
            }
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private List<RunSummary> stored(String id) {
        return read(" WHERE r.run_id = ?", List.of(id)).runs();
    }

    private static boolean isStored(RunSummary run, List<RunSummary> stored) {
        return stored.size() == 1 && stored.get(0).isSame(run);
    }

    private void requireSame(RunSummary run, List<RunSummary> stored) {
        if (!isStored(run, stored)) {
            throw new HistoryException(
                    name + ": run " + run.id() + " is there already with other content, and a history"
                            + " is never rewritten; give the run an id of its own");
        }
    }

    @Override
    public synchronized HistoryRuns read(HistoryQuery query) {
        return query.branch()
                .map(branch -> read(" WHERE r.branch = ?", List.of(branch)))
                .orElseGet(() -> read("", List.of()));
    }

    private HistoryRuns read(String where, List<String> values) {
        String sql = "SELECT " + JdbcRows.COLUMNS + " FROM microbench_run r LEFT JOIN microbench_case c"
                + " ON c.run_id = r.run_id" + where + " ORDER BY r.started, r.run_id";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                HistoryRuns runs = new Collector(name).collect(rows);
                connection.commit();
                return runs;
            }
        } catch (SQLException e) {
            rollback(e);
            throw failed(name, "cannot be read", e);
        }
    }

    @Override
    public synchronized boolean keep(TrainingNight night) {
        return keep("training " + night.id(), () -> JdbcTrainings.insert(connection, night), () -> trainings()
                .nights()
                .contains(night));
    }

    @Override
    public synchronized void keep(GateNotes notes) {
        keep(
                "the gate's notes on run " + notes.runId(),
                () -> JdbcNotes.insert(connection, notes),
                () -> notes().gates().contains(notes));
    }

    /** Changes the database. */
    private interface Change {
        void run() throws SQLException;
    }

    private boolean keep(String what, Change insert, BooleanSupplier isStored) {
        try {
            return Patience.run(() -> insert(insert, isStored));
        } catch (SQLException e) {
            throw failed(name, what + " cannot be written", e);
        }
    }

    private boolean insert(Change insert, BooleanSupplier isStored) throws SQLException {
        try {
            insert.run();
            connection.commit();
            return true;
        } catch (SQLException e) {
            rollback(e);
            if (isStored.getAsBoolean()) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public synchronized Trainings trainings() {
        return readAll(() -> JdbcTrainings.read(connection, name));
    }

    @Override
    public synchronized GateNotes.All notes() {
        return readAll(() -> JdbcNotes.read(connection, name));
    }

    private <T> T readAll(Attempt<T> attempt) {
        try {
            T read = attempt.run();
            connection.commit();
            return read;
        } catch (SQLException e) {
            rollback(e);
            throw failed(name, "cannot be read", e);
        }
    }

    private void rollback(SQLException cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            turn.run(() -> {
                connection.close();
                return true;
            });
        } catch (SQLException e) {
            // A database may write at the end what it has promised before; only then is anything lost.
            for (RunSummary run : appended) {
                if (!isStoredAfter(e, run)) {
                    throw failed(name, "cannot be closed, and run " + run.id() + " is not in it", e);
                }
            }
        } finally {
            turn.close();
        }
    }

    private static HistoryException failed(String name, String what, SQLException e) {
        if (Patience.isBusy(e)) {
            return new HistoryException(
                    name + ": " + what + ", as others kept it busy for " + Patience.longest() + " ("
                            + Redaction.text(String.valueOf(e.getMessage()).strip())
                            + "); try again, or keep the history in a folder or in PostgreSQL, where writers do"
                            + " not wait for each other",
                    e);
        }
        return new HistoryException(
                name + ": " + what + " ("
                        + Redaction.text(String.valueOf(e.getMessage()).strip()) + ")" + ServerLimits.advice(name, e),
                e);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Assembles the rows of one run; they come one after another. */
    private static final class Collector {

        private final String name;
        private final List<RunSummary> runs = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();
        private final List<CaseSummary> cases = new ArrayList<>();
        private Optional<RunSummary> current = Optional.empty();

        Collector(String name) {
            this.name = name;
        }

        HistoryRuns collect(ResultSet rows) throws SQLException {
            while (rows.next()) {
                String id = rows.getString(1);
                if (current.isEmpty() || !current.get().id().equals(id)) {
                    endRun();
                    startRun(rows, id);
                }
                Optional<String> caseId = JdbcRows.caseId(rows);
                if (current.isPresent() && caseId.isPresent()) {
                    addCase(rows, id, caseId.get());
                }
            }
            endRun();
            runs.sort(RunSummary.BY_TIME);
            return new HistoryRuns(runs, warnings);
        }

        private void startRun(ResultSet rows, String id) throws SQLException {
            try {
                current = Optional.of(JdbcRows.run(rows, List.of()));
            } catch (RuntimeException e) {
                warnings.add(name + ", run " + id + ": " + e.getMessage() + "; left out");
            }
        }

        private void addCase(ResultSet rows, String id, String caseId) throws SQLException {
            try {
                cases.add(JdbcRows.benchmarkCase(rows));
            } catch (RuntimeException e) {
                warnings.add(name + ", run " + id + ", case " + caseId + ": " + e.getMessage() + "; left out");
            }
        }

        private void endRun() {
            if (current.isPresent()) {
                runs.add(current.get().withCases(cases));
            }
            cases.clear();
            current = Optional.empty();
        }
    }
}
