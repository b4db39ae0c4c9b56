// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.RecordJson;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates the table of a {@link JdbcHistory}, and converts the tables of earlier versions to documents.
 *
 * <p>The table {@code microbench_schema} contains the version of the database. Tables from before version {@value #VERSION} are first
 * renamed and then kept, so that a connected writer of an earlier version fails instead of writing rows that are never read. All statements
 * must be repeatable, because H2 commits each definition immediately and an interrupted update is repeated. The documents and the version
 * are committed together. All statements work in H2 and in PostgreSQL.
 */
final class JdbcSchema {

    /** The version with one table of documents. Earlier versions had a table for each kind and a column for each property. */
    static final int VERSION = 7;

    /** The number of rows per fetch from a server. */
    static final int AT_ONCE = 100;

    /** The number of attempts when other processes change the schema at the same time. */
    private static final int ATTEMPTS = 5;

    /** Creates the tables. Renames the tables of earlier versions, if they exist, and adds the columns of versions 2, 4 and 6 to them. */
    private static final List<String> DEFINITIONS = List.of(
            "CREATE TABLE IF NOT EXISTS microbench_schema (version INTEGER PRIMARY KEY,"
                    + " applied TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL)",
            "CREATE TABLE IF NOT EXISTS microbench_document (kind VARCHAR(20) NOT NULL, id VARCHAR(200) NOT NULL,"
                    + " content TEXT NOT NULL, PRIMARY KEY (kind, id))",
            "ALTER TABLE IF EXISTS microbench_run RENAME TO microbench_old_run",
            "ALTER TABLE IF EXISTS microbench_case RENAME TO microbench_old_case",
            "ALTER TABLE IF EXISTS microbench_training RENAME TO microbench_old_training",
            "ALTER TABLE IF EXISTS microbench_gate RENAME TO microbench_old_gate",
            "ALTER TABLE IF EXISTS microbench_old_case ADD COLUMN IF NOT EXISTS starved_share DOUBLE PRECISION",
            "ALTER TABLE IF EXISTS microbench_old_case ADD COLUMN IF NOT EXISTS fork_facts VARCHAR ARRAY",
            "ALTER TABLE IF EXISTS microbench_old_training ADD COLUMN IF NOT EXISTS slow_start DOUBLE PRECISION");

    /**
     * The columns of the old tables, labelled with the properties of the documents; a question mark means that the property is omitted if
     * it is null.
     */
    private static final String OLD_RUNS = "SELECT run_id AS \"id\", started AS \"time\", jdk AS \"environment/jdk\","
            + " vm AS \"environment/vm\", cpu_model AS \"environment/cpuModel\", os AS \"environment/os\","
            + " revision AS \"commit\", dirty AS \"dirty\", branch AS \"branch\" FROM microbench_old_run";

    private static final String OLD_CASES = "SELECT case_id AS \"id\", bench_mode AS \"mode\", unit AS \"unit\","
            + " score AS \"value\", low AS \"interval/low\", high AS \"interval/high\","
            + " confidence AS \"interval/confidence\", allocated_bytes AS \"allocatedBytes\","
            + " fork_values AS \"forkValues\", fork_vm AS \"setup/vm\", jvm_args AS \"setup/jvmArgs\","
            + " blackhole_mode AS \"setup/blackholeMode\", fork_facts AS \"setup/facts?\","
            + " starved_share AS \"starvedShare?\" FROM microbench_old_case WHERE run_id = ?";

    private static final String OLD_TRAININGS = "SELECT run_id AS \"id\", MIN(started) AS \"time\", MIN(jdk) AS"
            + " \"environment/jdk\", MIN(vm) AS \"environment/vm\", MIN(cpu_model) AS \"environment/cpuModel\", MIN(os) AS"
            + " \"environment/os\" FROM microbench_old_training GROUP BY run_id";

    private static final String OLD_LESSONS = "SELECT case_id AS \"id\", window_from AS \"from\", window_to AS \"to\","
            + " spread AS \"spread\", forks AS \"forks\", slow_start AS \"slowStart?\""
            + " FROM microbench_old_training WHERE run_id = ?";

    private JdbcSchema() {}

    static void prepare(Connection connection, String name) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            int version = version(connection);
            if (version == VERSION) {
                return;
            }
            if (version > VERSION) {
                throw new HistoryException(name + ": schema version " + version
                        + " was made by a newer Microbench; this one reads up to " + VERSION);
            }
            try {
                upgrade(connection, version);
                connection.commit();
            } catch (SQLException e) {
                rollback(connection, e);
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Returns the version; 0 for an empty database. */
    private static int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COALESCE(MAX(version), 0) FROM microbench_schema")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            rollback(connection, e);
            // The table does not exist: PostgreSQL (42P01), H2 (42S02 of the standard's CLI, 42S04 for an empty
            // database).
            if (List.of("42P01", "42S02", "42S03", "42S04").contains(String.valueOf(e.getSQLState()))) {
                return 0;
            }
            throw e;
        }
    }

    /** Rolls back; if that also fails because the connection is lost, reports the loss. */
    private static void rollback(Connection connection, SQLException cause) throws SQLException {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
            throw cause;
        }
    }

    private static void upgrade(Connection connection, int version) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String definition : DEFINITIONS) {
                statement.execute(definition);
            }
            statement.execute("INSERT INTO microbench_schema (version) VALUES (" + VERSION + ")");
            if (version >= 1) {
                documents(connection, StoredJson.RUN, OLD_RUNS, OLD_CASES);
            }
            if (version >= 3) {
                documents(connection, StoredJson.TRAINING, OLD_TRAININGS, OLD_LESSONS);
            }
            if (version >= 5) {
                statement.execute("INSERT INTO microbench_document (kind, id, content)"
                        + " SELECT 'gate', note_key, content FROM microbench_old_gate");
            }
        }
    }

    private static void documents(Connection connection, StoredJson<?> kind, String heads, String cases)
            throws SQLException {
        try (Statement all = connection.createStatement();
                PreparedStatement ofOne = connection.prepareStatement(cases)) {
            all.setFetchSize(AT_ONCE);
            try (ResultSet head = all.executeQuery(heads)) {
                while (head.next()) {
                    ObjectNode document = JsonNodeFactory.instance.objectNode().put("schemaVersion", 1);
                    properties(head, document);
                    ArrayNode array = document.putArray("cases");
                    ofOne.setString(1, head.getString("id"));
                    try (ResultSet row = ofOne.executeQuery()) {
                        while (row.next()) {
                            properties(row, array.addObject());
                        }
                    }
                    insert(connection, kind, head.getString("id"), RecordJson.text(document));
                }
            }
        }
    }

    /** Adds the columns of a row by their labels; an object is null if all its values are. */
    private static void properties(ResultSet row, ObjectNode document) throws SQLException {
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            String label = row.getMetaData().getColumnLabel(i);
            Object value = row.getObject(i);
            if (value instanceof Array array) {
                value = array.getArray();
            } else if (label.equals("time")) {
                value = row.getObject(i, OffsetDateTime.class).toInstant().toString();
            }
            String[] names = label.replace("?", "").split("/", 2);
            if (value == null && label.endsWith("?")) {
                continue;
            }
            if (names.length == 1 || value == null) {
                document.putPOJO(names[0], value);
            } else {
                document.withObjectProperty(names[0]).putPOJO(names[1], value);
            }
        }
    }

    static void insert(Connection connection, StoredJson<?> kind, String id, String content) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO microbench_document (kind, id, content) VALUES (?, ?, ?)")) {
            insert.setString(1, kind.kind());
            insert.setString(2, id);
            insert.setString(3, content);
            insert.executeUpdate();
        }
    }
}
