// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.history.GateNotes.SuspectNote;
import io.microbench.history.TrainingNight.CaseTraining;
import io.microbench.history.TrainingNight.Trainings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of a database store: tables of earlier versions, transactions, and rows changed by others. */
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
    void storesVersionOfItsTable() throws SQLException {
        assertThat(column("SELECT version FROM microbench_schema")).containsExactly("" + JdbcSchema.VERSION);
    }

    private void downgrade(int version) throws SQLException {
        execute(OldTables.instead(version).toArray(String[]::new));
    }

    private void insert(List<String> statements) throws SQLException {
        execute(statements.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void readsDatabaseOfEachEarlierVersion(int version) throws SQLException {
        RunSummary first = Runs.onBranch(
                Runs.night(1, Runs.time(Runs.ENCODE, 101, 0.1 + 0.2), Runs.throughput(Runs.DECODE, 1.0)),
                Optional.empty());
        RunSummary second = Runs.night(2, full(version));
        TrainingNight night = new TrainingNight(
                "full",
                Runs.START,
                Runs.MACHINE,
                List.of(
                        new CaseTraining(
                                Runs.ENCODE,
                                1.5,
                                3.25,
                                0.01,
                                5,
                                version >= 6 ? OptionalDouble.of(1.5) : OptionalDouble.empty()),
                        new CaseTraining(Runs.DECODE, 0.25, 7, 0, 3, OptionalDouble.empty())));
        GateNotes notes = new GateNotes(
                "night-002",
                List.of(new SuspectNote(
                        Runs.ENCODE,
                        SuspectNote.State.OPEN,
                        "night-001",
                        "night-001",
                        Optional.of("it's"),
                        3,
                        0.9,
                        OptionalDouble.empty())));
        downgrade(version);
        insert(OldTables.insert(first, version));
        insert(OldTables.insert(second, version));
        insert(OldTables.insert(Runs.night(3), version));
        if (version >= 3) {
            insert(OldTables.insert(night, version));
        }
        if (version >= 5) {
            execute(OldTables.insert(notes));
        }

        store = open();

        assertThat(HistoryRuns.of(store)).isEqualTo(new HistoryRuns(List.of(first, second, Runs.night(3)), List.of()));
        assertThat(store.trainings(warning -> {})).isEqualTo(new Trainings(version >= 3 ? List.of(night) : List.of()));
        assertThat(store.notes(warning -> {})).isEqualTo(version >= 5 ? List.of(notes) : List.of());
        assertThat(store.append(first)).isFalse();
        assertThat(store.append(Runs.night(4))).isTrue();
        assertThat(HistoryRuns.of(open()).runs()).hasSize(4);
        assertThat(column("SELECT MAX(version) FROM microbench_schema")).containsExactly("" + JdbcSchema.VERSION);
    }

    private static CaseSummary full(int version) {
        CaseSummary summary = Runs.time("it's:text=a", 0.1 + 0.2, 1e-9, 4e15);
        CaseSummary starved = version >= 2 ? Runs.starved(summary, 0.75) : summary;
        return version >= 4 ? Runs.with(starved, "CPU limit=none", "CPUs=8") : starved;
    }

    @Test
    void readsDatabaseOfVersion010() throws SQLException {
        execute("DROP TABLE microbench_document", "DROP TABLE microbench_schema");
        insert(FrozenHistory.sql());

        FrozenHistory.check(open());
    }

    @Test
    void keepsOldTablesButRejectsOldWriters() throws SQLException {
        downgrade(OldTables.LATEST);
        insert(OldTables.insert(RUN, OldTables.LATEST));
        open();

        assertThat(column("SELECT run_id FROM microbench_old_run")).containsExactly(RUN.id());
        assertThatThrownBy(() -> insert(OldTables.insert(Runs.night(2), OldTables.LATEST)))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void upgradesOldDatabaseOnceForConcurrentReaders() throws Exception {
        downgrade(OldTables.LATEST);
        insert(OldTables.insert(RUN, OldTables.LATEST));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Callable<HistoryRuns> reader = () -> HistoryRuns.of(open());
            for (Future<HistoryRuns> each : threads.invokeAll(Collections.nCopies(4, reader))) {
                assertThat(each.get()).isEqualTo(new HistoryRuns(List.of(RUN), List.of()));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void readsOtherRunsDespiteDamagedOldRow() throws SQLException {
        RunSummary other = Runs.night(2, Runs.time(Runs.ENCODE, 1));
        downgrade(OldTables.LATEST);
        insert(OldTables.insert(RUN, OldTables.LATEST));
        insert(OldTables.insert(other, OldTables.LATEST));
        execute("UPDATE microbench_case SET score = CAST('NaN' AS DOUBLE PRECISION) WHERE unit = 'ops/ms'");

        HistoryRuns read = HistoryRuns.of(open());

        assertThat(read.runs()).containsExactly(other);
        assertThat(read.warnings())
                .singleElement()
                .asString()
                .startsWith(store + ", run night-001 line ")
                .contains("value = NaN: only finite numbers are stored");
    }

    @Test
    void rejectsDatabaseOfNewerVersion() throws SQLException {
        execute("INSERT INTO microbench_schema (version) VALUES (8)");
        assertThatThrownBy(this::open)
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("schema version 8 was made by a newer Microbench; this one reads up to 7");
    }

    @Test
    void reportsFailedUpgradeWithoutLosingData() throws SQLException {
        downgrade(OldTables.LATEST);
        insert(OldTables.insert(RUN, OldTables.LATEST));
        execute("CREATE TABLE microbench_document (id INTEGER)");

        assertThatThrownBy(this::open)
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("cannot be opened")
                .hasMessageContaining("microbench_document");
        assertThat(column("SELECT MAX(version) FROM microbench_schema")).containsExactly("" + OldTables.LATEST);

        execute("DROP TABLE microbench_document");
        assertThat(HistoryRuns.of(open()).runs()).containsExactly(RUN);
    }

    @Test
    void storesWholeRunOrNothing() throws SQLException {
        execute("ALTER TABLE microbench_document ADD CONSTRAINT no_decode CHECK (content NOT LIKE '%decode%')");
        assertThatThrownBy(() -> store.append(RUN))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("run night-001 cannot be written");
        assertThat(HistoryRuns.of(store).runs()).isEmpty();
        RunSummary other = Runs.night(2, Runs.time(Runs.ENCODE, 1));
        assertThat(store.append(other)).isTrue();
        assertThat(HistoryRuns.of(store).runs()).containsExactly(other);
    }

    @Test
    void namesDamagedRunAndReadsOthers() throws SQLException {
        store.append(RUN);
        execute("INSERT INTO microbench_document (kind, id, content) VALUES ('run', 'no good', '{ ')");
        HistoryRuns read = HistoryRuns.of(store);
        assertThat(read.runs()).containsExactly(RUN);
        assertThat(read.warnings()).singleElement().asString().startsWith(store + ", run no good line 1 column");
    }

    @Test
    void storesSameDocumentAsFolder() throws SQLException {
        store.append(RUN);
        assertThat(column("SELECT content FROM microbench_document WHERE kind = 'run' AND id = 'night-001'"))
                .containsExactly(StoredJson.RUN.write(RUN));
    }

    @Test
    void neverShowsAPassword() {
        assertThat(store.toString()).isEqualTo(url().replaceFirst("[?;].*", "")).doesNotContain("password");
    }
}
