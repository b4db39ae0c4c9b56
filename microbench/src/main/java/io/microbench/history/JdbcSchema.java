// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the tables of a {@link JdbcHistory} and brings older ones up to date.
 *
 * <p>The table {@code microbench_schema} has a row for each migration that has been applied. A migration and its row go
 * in together; where a database commits each definition at once (H2), a migration that was cut short is repeated, so
 * each of its statements must do no harm the second time. Migrations add; none drops or rewrites what is stored.
 *
 * @param migrations what leads from each version to the next, from version 0, the empty database
 */
record JdbcSchema(List<List<String>> migrations) {

    /**
     * The tables as they are today. Only what H2 and PostgreSQL both understand; {@code value} and {@code case} are
     * reserved.
     */
    static final JdbcSchema CURRENT = new JdbcSchema(List.of(
            List.of(
                    """
            CREATE TABLE IF NOT EXISTS microbench_run (
              run_id VARCHAR(100) PRIMARY KEY,
              started TIMESTAMP(3) WITH TIME ZONE NOT NULL,
              revision VARCHAR,
              dirty BOOLEAN NOT NULL,
              branch VARCHAR,
              jdk VARCHAR NOT NULL,
              vm VARCHAR NOT NULL,
              cpu_model VARCHAR NOT NULL,
              os VARCHAR NOT NULL)""",
                    "CREATE INDEX IF NOT EXISTS microbench_run_started ON microbench_run (started)",
                    // A case id can be longer than an index of PostgreSQL holds, so its SHA-256 is what is searched
                    // for.
                    """
            CREATE TABLE IF NOT EXISTS microbench_case (
              run_id VARCHAR(100) NOT NULL REFERENCES microbench_run (run_id),
              case_key CHAR(64) NOT NULL,
              case_id VARCHAR NOT NULL,
              bench_mode VARCHAR NOT NULL,
              unit VARCHAR NOT NULL,
              higher_is_better BOOLEAN NOT NULL,
              score DOUBLE PRECISION NOT NULL,
              low DOUBLE PRECISION,
              high DOUBLE PRECISION,
              confidence DOUBLE PRECISION,
              allocated_bytes DOUBLE PRECISION,
              fork_values DOUBLE PRECISION ARRAY NOT NULL,
              fork_vm VARCHAR NOT NULL,
              jvm_args VARCHAR ARRAY NOT NULL,
              blackhole_mode VARCHAR NOT NULL,
              PRIMARY KEY (run_id, case_key))""",
                    "CREATE INDEX IF NOT EXISTS microbench_case_key ON microbench_case (case_key)"),
            List.of("ALTER TABLE microbench_case ADD COLUMN IF NOT EXISTS starved_share DOUBLE PRECISION"),
            List.of("""
            CREATE TABLE IF NOT EXISTS microbench_training (
              run_id VARCHAR(100) NOT NULL,
              started TIMESTAMP(3) WITH TIME ZONE NOT NULL,
              jdk VARCHAR NOT NULL,
              vm VARCHAR NOT NULL,
              cpu_model VARCHAR NOT NULL,
              os VARCHAR NOT NULL,
              case_key CHAR(64) NOT NULL,
              case_id VARCHAR NOT NULL,
              window_from DOUBLE PRECISION NOT NULL,
              window_to DOUBLE PRECISION NOT NULL,
              spread DOUBLE PRECISION NOT NULL,
              forks INTEGER NOT NULL,
              PRIMARY KEY (run_id, case_key))"""),
            List.of("ALTER TABLE microbench_case ADD COLUMN IF NOT EXISTS fork_facts VARCHAR ARRAY"),
            List.of("""
            CREATE TABLE IF NOT EXISTS microbench_gate (
              note_key VARCHAR(200) PRIMARY KEY,
              content TEXT NOT NULL)"""),
            List.of("ALTER TABLE microbench_training ADD COLUMN IF NOT EXISTS slow_start DOUBLE PRECISION")));

    /** How often a migration is tried when others migrate the same database at the same time. */
    private static final int ATTEMPTS = 5;

    JdbcSchema {
        migrations = List.copyOf(migrations);
    }

    /** Returns this schema with one more version. */
    JdbcSchema with(List<String> migration) {
        List<List<String>> longer = new ArrayList<>(migrations);
        longer.add(migration);
        return new JdbcSchema(longer);
    }

    /**
     * Brings a database to this version.
     *
     * @throws HistoryException if it has a newer one
     * @throws SQLException if it cannot be read or changed
     */
    void prepare(Connection connection, String name) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            int version = version(connection);
            if (version > migrations.size()) {
                throw new HistoryException(name + ": schema version " + version
                        + " was made by a newer Microbench; this one knows up to " + migrations.size());
            }
            if (version == migrations.size()) {
                return;
            }
            try {
                migrate(connection, version);
            } catch (SQLException e) {
                connection.rollback();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void migrate(Connection connection, int version) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String definition : migrations.get(version)) {
                statement.execute(definition);
            }
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO microbench_schema (version) VALUES (?)")) {
            insert.setInt(1, version + 1);
            insert.executeUpdate();
        }
        connection.commit();
    }

    private static int version(Connection connection) throws SQLException {
        try {
            return highest(connection);
        } catch (SQLException e) {
            connection.rollback();
            if (!isMissingTable(e)) {
                throw e;
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS microbench_schema (version INTEGER PRIMARY KEY,"
                    + " applied TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL)");
            connection.commit();
        } catch (SQLException e) {
            // Someone else may have made it at the same moment; if not, the next statement says what is wrong.
            connection.rollback();
        }
        return highest(connection);
    }

    private static int highest(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COALESCE(MAX(version), 0) FROM microbench_schema")) {
            row.next();
            int version = row.getInt(1);
            connection.commit();
            return version;
        }
    }

    /**
     * Recognizes the error codes of PostgreSQL (42P01) and of H2 (42S02 of the standard's CLI, 42S04 for an empty
     * database).
     */
    private static boolean isMissingTable(SQLException e) {
        return List.of("42P01", "42S02", "42S03", "42S04").contains(String.valueOf(e.getSQLState()));
    }
}
