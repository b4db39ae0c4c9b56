// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.text.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Writes SQL in the format of versions 1 to 6 of the database, with a table for each kind and a column for each
 * property.
 */
final class OldTables {

    static final int LATEST = 6;

    private static final List<String> MIGRATIONS = List.of(
            """
            CREATE TABLE microbench_run (
              run_id VARCHAR(100) PRIMARY KEY,
              started TIMESTAMP(3) WITH TIME ZONE NOT NULL,
              revision VARCHAR,
              dirty BOOLEAN NOT NULL,
              branch VARCHAR,
              jdk VARCHAR NOT NULL,
              vm VARCHAR NOT NULL,
              cpu_model VARCHAR NOT NULL,
              os VARCHAR NOT NULL);
            CREATE INDEX microbench_run_started ON microbench_run (started);
            CREATE TABLE microbench_case (
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
              PRIMARY KEY (run_id, case_key));
            CREATE INDEX microbench_case_key ON microbench_case (case_key)""",
            "ALTER TABLE microbench_case ADD COLUMN starved_share DOUBLE PRECISION",
            """
            CREATE TABLE microbench_training (
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
              PRIMARY KEY (run_id, case_key))""",
            "ALTER TABLE microbench_case ADD COLUMN fork_facts VARCHAR ARRAY",
            "CREATE TABLE microbench_gate (note_key VARCHAR(200) PRIMARY KEY, content TEXT NOT NULL)",
            "ALTER TABLE microbench_training ADD COLUMN slow_start DOUBLE PRECISION");

    private OldTables() {}

    /** Returns the SQL that turns a new database into an empty one of an earlier version. */
    static List<String> instead(int version) {
        List<String> sql = new ArrayList<>(List.of("DROP TABLE microbench_document", "DELETE FROM microbench_schema"));
        for (int i = 1; i <= version; i++) {
            sql.addAll(List.of(MIGRATIONS.get(i - 1).split(";\n")));
            sql.add("INSERT INTO microbench_schema (version) VALUES (" + i + ")");
        }
        return sql;
    }

    static List<String> insert(RunSummary run, int version) {
        List<String> sql = new ArrayList<>();
        sql.add("INSERT INTO microbench_run (run_id, started, jdk, vm, cpu_model, os, revision, dirty, branch) VALUES ("
                + head(run.id(), run.time().toString(), run.environment()) + ", " + text(run.commit()) + ", "
                + run.dirty()
                + ", " + text(run.branch()) + ")");
        for (CaseSummary each : run.cases()) {
            sql.add("INSERT INTO microbench_case (run_id, case_key, case_id, bench_mode, unit, higher_is_better, score,"
                    + " low, high, confidence, allocated_bytes, fork_values, fork_vm, jvm_args, blackhole_mode"
                    + (version >= 2 ? ", starved_share" : "") + (version >= 4 ? ", fork_facts" : "") + ") VALUES ("
                    + text(run.id()) + ", '" + Sha256.of(each.id()) + "', " + text(each.id()) + ", "
                    + text(each.mode().label()) + ", " + text(each.unit()) + ", " + each.higherIsBetter() + ", "
                    + each.value() + ", "
                    + each.interval()
                            .map(i -> i.low() + ", " + i.high() + ", " + i.confidence())
                            .orElse("NULL, NULL, NULL")
                    + ", " + number(each.allocatedBytes()) + ", "
                    + array(each.forkValues(), "DOUBLE PRECISION") + ", "
                    + text(each.setup().vm()) + ", "
                    + texts(each.setup().jvmArgs()) + ", " + text(each.setup().blackholeMode())
                    + (version >= 2 ? ", " + number(each.starvedShare()) : "")
                    + (version >= 4 ? ", " + texts(each.setup().facts()) : "") + ")");
        }
        return sql;
    }

    static List<String> insert(TrainingNight night, int version) {
        return night.cases().stream()
                .map(each ->
                        "INSERT INTO microbench_training (run_id, started, jdk, vm, cpu_model, os, case_key, case_id,"
                                + " window_from, window_to, spread, forks" + (version >= 6 ? ", slow_start" : "")
                                + ") VALUES ("
                                + head(night.id(), night.time().toString(), night.environment()) + ", '"
                                + Sha256.of(each.id()) + "', " + text(each.id()) + ", " + each.from() + ", " + each.to()
                                + ", "
                                + each.spread() + ", " + each.forks()
                                + (version >= 6 ? ", " + number(each.slowStart()) : "") + ")")
                .toList();
    }

    static String insert(GateNotes notes) {
        return "INSERT INTO microbench_gate (note_key, content) VALUES (" + text(notes.name()) + ", "
                + text(StoredJson.GATE.write(notes)) + ")";
    }

    private static String head(String id, String time, Fingerprint environment) {
        return text(id) + ", CAST(" + text(time) + " AS TIMESTAMP WITH TIME ZONE), " + text(environment.jdk()) + ", "
                + text(environment.vm()) + ", " + text(environment.cpuModel()) + ", " + text(environment.os());
    }

    private static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    private static String text(Optional<String> value) {
        return value.map(OldTables::text).orElse("NULL");
    }

    private static String number(OptionalDouble number) {
        return number.isPresent() ? Double.toString(number.getAsDouble()) : "NULL";
    }

    private static String texts(List<String> values) {
        return array(values.stream().map(OldTables::text).toList(), "VARCHAR");
    }

    private static String array(List<?> values, String type) {
        return "CAST(ARRAY[" + values.stream().map(String::valueOf).collect(Collectors.joining(", ")) + "] AS " + type
                + " ARRAY)";
    }
}
