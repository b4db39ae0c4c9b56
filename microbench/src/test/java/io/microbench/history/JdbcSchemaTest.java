// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Migrations of a database in memory. */
class JdbcSchemaTest {

    private static final String TABLE = "CREATE TABLE IF NOT EXISTS t (a INTEGER)";
    private static final String COLUMN = "ALTER TABLE t ADD COLUMN IF NOT EXISTS b INTEGER DEFAULT 7";

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private static JdbcSchema schema(String... migrations) {
        JdbcSchema schema = new JdbcSchema(List.of());
        for (String migration : migrations) {
            schema = schema.with(List.of(migration));
        }
        return schema;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<Integer> numbers(String sql) throws SQLException {
        List<Integer> numbers = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                numbers.add(rows.getInt(1));
            }
        }
        return numbers;
    }

    private List<Integer> versions() throws SQLException {
        return numbers("SELECT version FROM microbench_schema ORDER BY version");
    }

    @Test
    void anEmptyDatabaseGetsEveryMigrationInOrder() throws SQLException {
        schema(TABLE, COLUMN).prepare(connection, "h2");

        assertThat(versions()).containsExactly(1, 2);
        execute("INSERT INTO t (a) VALUES (1)");
        assertThat(numbers("SELECT b FROM t")).containsExactly(7);
    }

    @Test
    void whatIsUpToDateIsLeftAlone() throws SQLException {
        schema(TABLE).prepare(connection, "h2");
        execute("INSERT INTO t (a) VALUES (1)");
        connection.commit();

        schema(TABLE).prepare(connection, "h2");

        assertThat(versions()).containsExactly(1);
        assertThat(numbers("SELECT a FROM t")).containsExactly(1);
    }

    @Test
    void onlyWhatIsMissingIsAddedToAnOlderDatabase() throws SQLException {
        schema(TABLE).prepare(connection, "h2");
        execute("DROP TABLE t");
        execute("CREATE TABLE t (a INTEGER, c INTEGER)");
        connection.commit();

        schema(TABLE, COLUMN).prepare(connection, "h2");

        assertThat(versions()).containsExactly(1, 2);
        assertThat(numbers("SELECT COUNT(c) FROM t"))
                .as("the first one was not repeated")
                .containsExactly(0);
    }

    @Test
    void aNewerDatabaseIsNamedAndKept() throws SQLException {
        schema(TABLE, COLUMN).prepare(connection, "h2");

        assertThatExceptionOfType(HistoryException.class)
                .isThrownBy(() -> schema(TABLE).prepare(connection, "jdbc:h2:mem:"))
                .withMessage("jdbc:h2:mem:: schema version 2 was made by a newer Microbench; this one knows up to 1");
        assertThat(versions()).containsExactly(1, 2);
    }

    @Test
    void aMigrationThatFailsIsToldAndNotNoted() throws SQLException {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> schema(TABLE, "CREATE NONSENSE").prepare(connection, "h2"))
                .withMessageContaining("CREATE [*]NONSENSE");

        assertThat(versions()).containsExactly(1);
    }

    @Test
    void oneMoreVersionLeavesTheSchemaAsItWas() {
        JdbcSchema before = schema(TABLE);
        JdbcSchema after = before.with(List.of(COLUMN));

        assertThat(before.migrations()).hasSize(1);
        assertThat(after.migrations()).containsExactly(List.of(TABLE), List.of(COLUMN));
    }
}
