// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a database adds to the promises of a store: migrations, transactions, rows that someone else changed. */
abstract class AbstractJdbcHistoryTest extends AbstractHistoryStoreTest {

    private static final RunSummary RUN =
            Runs.night(1, Runs.time(Runs.ENCODE, 101, 99), Runs.throughput(Runs.DECODE, 1.0));

    abstract String url();

    @Override
    HistoryStore open() {
        return HistoryStore.open(url());
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    List<String> column(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    @Test
    void notesTheVersionOfItsTables() throws SQLException {
        assertThat(column("SELECT version FROM microbench_schema ORDER BY version"))
                .containsExactly("1", "2", "3", "4", "5", "6");
    }

    @Test
    void readsADatabaseOfBeforeStarvationAndFactsWereKept() throws SQLException {
        store.append(RUN);
        store.close();
        execute(
                "ALTER TABLE microbench_case DROP COLUMN starved_share",
                "ALTER TABLE microbench_case DROP COLUMN fork_facts",
                "DELETE FROM microbench_schema WHERE version >= 2");
        RunSummary night = Runs.night(2, Runs.with(Runs.starved(Runs.time(Runs.ENCODE, 1), 0.75), "CPUs=8"));

        store = open();

        assertThat(store.append(night)).isTrue();
        assertThat(store.read(HistoryQuery.ALL).runs()).containsExactly(RUN, night);
    }

    @Test
    void bringsAnOlderDatabaseUpToDateAndKeepsItsRuns() throws SQLException {
        store.append(RUN);
        JdbcSchema newer = JdbcSchema.CURRENT.with(
                List.of("ALTER TABLE microbench_run ADD COLUMN IF NOT EXISTS machine VARCHAR DEFAULT 'unknown'"));
        try (HistoryStore migrated = JdbcHistory.open(url(), newer)) {
            assertThat(migrated.read(HistoryQuery.ALL).runs()).containsExactly(RUN);
        }
        assertThat(column("SELECT version FROM microbench_schema ORDER BY version"))
                .containsExactly("1", "2", "3", "4", "5", "6", "7");
        assertThat(column("SELECT machine FROM microbench_run")).containsExactly("unknown");
    }

    @Test
    void leavesADatabaseOfANewerVersionAlone() throws SQLException {
        execute("INSERT INTO microbench_schema (version) VALUES (7)");
        assertThatThrownBy(this::open)
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("schema version 7 was made by a newer Microbench; this one knows up to 6");
    }

    @Test
    void saysWhichMigrationFailsAndChangesNothing() throws SQLException {
        store.append(RUN);
        JdbcSchema broken = JdbcSchema.CURRENT.with(List.of("ALTER TABLE no_such_table ADD COLUMN x VARCHAR"));
        assertThatThrownBy(() -> JdbcHistory.open(url(), broken))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("cannot be opened")
                .hasMessageContainingAll("no_such_table".split("(?!^)"));
        assertThat(column("SELECT version FROM microbench_schema ORDER BY version"))
                .containsExactly("1", "2", "3", "4", "5", "6");
        assertThat(store.read(HistoryQuery.ALL).runs()).containsExactly(RUN);
    }

    @Test
    void takesARunWholeOrNotAtAll() throws SQLException {
        execute("ALTER TABLE microbench_case ADD CONSTRAINT no_decode CHECK (case_id NOT LIKE '%decode%')");
        assertThatThrownBy(() -> store.append(RUN))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("run night-001 cannot be written");
        assertThat(store.read(HistoryQuery.ALL).runs()).isEmpty();
        assertThat(column("SELECT run_id FROM microbench_run")).isEmpty();
        RunSummary other = Runs.night(2, Runs.time(Runs.ENCODE, 1));
        assertThat(store.append(other)).isTrue();
        assertThat(store.read(HistoryQuery.ALL).runs()).containsExactly(other);
    }

    @Test
    void namesADamagedCaseAndReadsTheOthers() throws SQLException {
        store.append(RUN);
        execute("UPDATE microbench_case SET score = CAST('NaN' AS DOUBLE PRECISION) WHERE unit = 'ns/op'");
        HistoryRuns read = store.read(HistoryQuery.ALL);
        assertThat(read.runs()).singleElement().satisfies(run -> assertThat(run.cases())
                .extracting(CaseSummary::id)
                .containsExactly(Runs.DECODE));
        assertThat(read.warnings())
                .containsExactly(store + ", run night-001, case " + Runs.ENCODE
                        + ": value = NaN: only finite numbers are stored; left out");
    }

    @Test
    void namesADamagedRun() throws SQLException {
        store.append(RUN);
        execute("INSERT INTO microbench_run VALUES ('no good', CURRENT_TIMESTAMP, NULL, FALSE, NULL, '', '', '', '')");
        HistoryRuns read = store.read(HistoryQuery.ALL);
        assertThat(read.runs()).containsExactly(RUN);
        assertThat(read.warnings()).singleElement().asString().startsWith(store + ", run no good: run id 'no good'");
    }

    @Test
    void findsACaseByItsIndex() throws SQLException {
        store.append(RUN);
        assertThat(column("SELECT case_key FROM microbench_case WHERE case_id = '" + Runs.ENCODE + "'"))
                .containsExactly(CaseKey.of(Runs.ENCODE));
        assertThat(column("SELECT run_id FROM microbench_case WHERE higher_is_better"))
                .containsExactly("night-001");
    }

    @Test
    void neverShowsAPassword() {
        assertThat(store.toString()).isEqualTo(url().replaceFirst("[?;].*", "")).doesNotContain("password");
    }
}
