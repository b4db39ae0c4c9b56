// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Turns trainings into rows, one for each case, and back. */
final class JdbcTrainings {

    private static final String COLUMNS =
            "run_id, started, jdk, vm, cpu_model, os, case_id, window_from, window_to, spread, forks, slow_start";

    private static final String INSERT = "INSERT INTO microbench_training (" + COLUMNS
            + ", case_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private JdbcTrainings() {}

    static void insert(Connection connection, TrainingNight night) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            for (CaseTraining each : night.cases()) {
                statement.setString(1, night.id());
                statement.setObject(2, night.time().atOffset(ZoneOffset.UTC));
                statement.setString(3, night.environment().jdk());
                statement.setString(4, night.environment().vm());
                statement.setString(5, night.environment().cpuModel());
                statement.setString(6, night.environment().os());
                statement.setString(7, each.id());
                statement.setDouble(8, each.from());
                statement.setDouble(9, each.to());
                statement.setDouble(10, each.spread());
                statement.setInt(11, each.forks());
                JdbcRows.setNumber(statement, 12, each.slowStart());
                statement.setString(13, CaseKey.of(each.id()));
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    static Trainings read(Connection connection, String name) throws SQLException {
        List<String> warnings = new ArrayList<>();
        Map<String, TrainingNight> nights = new LinkedHashMap<>();
        Map<String, List<CaseTraining>> cases = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(
                        "SELECT " + COLUMNS + " FROM microbench_training ORDER BY started, run_id");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                try {
                    TrainingNight one = night(row);
                    nights.putIfAbsent(one.id(), one);
                    cases.computeIfAbsent(one.id(), id -> new ArrayList<>()).addAll(one.cases());
                } catch (RuntimeException e) {
                    warnings.add(name + ", training " + row.getString(1) + ": " + e.getMessage() + "; left out");
                }
            }
        }
        List<TrainingNight> whole = new ArrayList<>();
        nights.values()
                .forEach(one -> whole.add(new TrainingNight(
                        one.id(), one.time(), one.environment(), cases.getOrDefault(one.id(), List.of()))));
        return new Trainings(whole, warnings);
    }

    private static TrainingNight night(ResultSet row) throws SQLException {
        double start = row.getDouble(12);
        OptionalDouble slowStart = row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(start);
        return new TrainingNight(
                row.getString(1),
                row.getObject(2, OffsetDateTime.class).toInstant(),
                new Fingerprint(row.getString(3), row.getString(4), row.getString(5), row.getString(6)),
                List.of(new CaseTraining(
                        row.getString(7),
                        row.getDouble(8),
                        row.getDouble(9),
                        row.getDouble(10),
                        row.getInt(11),
                        slowStart)));
    }
}
