// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.Mode;
import io.microbench.stats.Interval;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Turns the records of a history into rows and back. */
final class JdbcRows {

    private static final String INSERT_RUN = "INSERT INTO microbench_run"
            + " (run_id, started, revision, dirty, branch, jdk, vm, cpu_model, os) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String INSERT_CASE = "INSERT INTO microbench_case"
            + " (run_id, case_key, case_id, bench_mode, unit, higher_is_better, score, low, high, confidence,"
            + " allocated_bytes, fork_values, fork_vm, jvm_args, blackhole_mode, starved_share, fork_facts)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    /** The columns that {@link #run} and {@link #benchmarkCase} read. */
    static final String COLUMNS = "r.run_id, r.started, r.revision, r.dirty, r.branch, r.jdk, r.vm, r.cpu_model, r.os,"
            + " c.case_id, c.bench_mode, c.unit, c.score, c.low, c.high, c.confidence, c.allocated_bytes,"
            + " c.fork_values, c.fork_vm, c.jvm_args, c.blackhole_mode, c.starved_share, c.fork_facts";

    private JdbcRows() {}

    static void insert(Connection connection, RunSummary run) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT_RUN)) {
            statement.setString(1, run.id());
            statement.setObject(2, run.time().atOffset(ZoneOffset.UTC));
            setText(statement, 3, run.commit());
            statement.setBoolean(4, run.dirty());
            setText(statement, 5, run.branch());
            statement.setString(6, run.environment().jdk());
            statement.setString(7, run.environment().vm());
            statement.setString(8, run.environment().cpuModel());
            statement.setString(9, run.environment().os());
            statement.executeUpdate();
        }
        try (PreparedStatement statement = connection.prepareStatement(INSERT_CASE)) {
            for (CaseSummary each : run.cases()) {
                bind(connection, statement, run.id(), each);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void bind(Connection connection, PreparedStatement statement, String runId, CaseSummary summary)
            throws SQLException {
        statement.setString(1, runId);
        statement.setString(2, CaseKey.of(summary.id()));
        statement.setString(3, summary.id());
        statement.setString(4, summary.mode().label());
        statement.setString(5, summary.unit());
        statement.setBoolean(6, summary.higherIsBetter());
        statement.setDouble(7, summary.value());
        setNumber(statement, 8, summary.interval().map(Interval::low));
        setNumber(statement, 9, summary.interval().map(Interval::high));
        setNumber(statement, 10, summary.interval().map(Interval::confidence));
        setNumber(statement, 11, summary.allocatedBytes());
        statement.setArray(
                12, connection.createArrayOf("float8", summary.forkValues().toArray()));
        statement.setString(13, summary.setup().vm());
        statement.setArray(
                14,
                connection.createArrayOf("varchar", summary.setup().jvmArgs().toArray()));
        statement.setString(15, summary.setup().blackholeMode());
        setNumber(statement, 16, summary.starvedShare());
        statement.setArray(
                17, connection.createArrayOf("varchar", summary.setup().facts().toArray()));
    }

    private static void setText(PreparedStatement statement, int index, Optional<String> text) throws SQLException {
        if (text.isPresent()) {
            statement.setString(index, text.get());
        } else {
            statement.setNull(index, Types.VARCHAR);
        }
    }

    private static void setNumber(PreparedStatement statement, int index, Optional<Double> number) throws SQLException {
        if (number.isPresent()) {
            statement.setDouble(index, number.get());
        } else {
            statement.setNull(index, Types.DOUBLE);
        }
    }

    static void setNumber(PreparedStatement statement, int index, OptionalDouble number) throws SQLException {
        setNumber(statement, index, number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty());
    }

    /** Returns the run of a row. */
    static RunSummary run(ResultSet row, List<CaseSummary> cases) throws SQLException {
        return new RunSummary(
                row.getString(1),
                row.getObject(2, OffsetDateTime.class).toInstant(),
                Optional.ofNullable(row.getString(3)),
                row.getBoolean(4),
                Optional.ofNullable(row.getString(5)),
                new Fingerprint(row.getString(6), row.getString(7), row.getString(8), row.getString(9)),
                cases);
    }

    /** Returns the id of the row's case; empty for a run without cases. */
    static Optional<String> caseId(ResultSet row) throws SQLException {
        return Optional.ofNullable(row.getString(10));
    }

    /** Returns the case of a row. */
    static CaseSummary benchmarkCase(ResultSet row) throws SQLException {
        double low = row.getDouble(14);
        boolean noInterval = row.wasNull();
        double high = row.getDouble(15);
        double confidence = row.getDouble(16);
        double bytes = row.getDouble(17);
        boolean noBytes = row.wasNull();
        double starved = row.getDouble(22);
        boolean notWatched = row.wasNull();
        return new CaseSummary(
                row.getString(10),
                Mode.of(row.getString(11)),
                row.getString(12),
                row.getDouble(13),
                noInterval ? Optional.empty() : Optional.of(new Interval(low, high, confidence)),
                noBytes ? OptionalDouble.empty() : OptionalDouble.of(bytes),
                elements(row.getArray(18), Double.class),
                new ForkSetup(
                        row.getString(19), elements(row.getArray(20), String.class), row.getString(21), facts(row)),
                notWatched ? OptionalDouble.empty() : OptionalDouble.of(starved));
    }

    /** Returns the facts of a row; none where an earlier version wrote it. */
    private static List<String> facts(ResultSet row) throws SQLException {
        Array facts = row.getArray(23);
        return facts == null ? List.of() : elements(facts, String.class);
    }

    private static <T> List<T> elements(Array array, Class<T> type) throws SQLException {
        return Arrays.stream((Object[]) array.getArray()).map(type::cast).toList();
    }
}
