// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.GateNotes.SuspectNote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** The history written by version 0.1.0: one run, its training, and the note of a gate. Its files never change. */
final class FrozenHistory {

    private static final String RUN = "20261129T041239Z-c604";
    private static final String TRAINING = "20261129T041247Z-88f3";
    private static final String NOTE = RUN + "-0051df6c8956";
    private static final String ENCODE = "io.acme.Codec.encode:size=16,threads=1";

    private FrozenHistory() {}

    /** Writes the history as a folder. */
    static void writeTo(Path folder) throws IOException {
        for (String name : List.of(RUN, "training/" + TRAINING, "gate/" + NOTE)) {
            Path file = folder.resolve(name + ".json");
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, content(name));
        }
    }

    /** Returns the SQL that creates this history in an empty database, in the format of 0.1.0. */
    static List<String> sql() {
        List<String> sql = new ArrayList<>(List.of(
                "CREATE TABLE microbench_schema (version INTEGER PRIMARY KEY,"
                        + " applied TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL)",
                "CREATE TABLE microbench_document (kind VARCHAR(20) NOT NULL, id VARCHAR(200) NOT NULL,"
                        + " content TEXT NOT NULL, PRIMARY KEY (kind, id))",
                "INSERT INTO microbench_schema (version) VALUES (7)"));
        sql.add(insert("run", RUN, RUN));
        sql.add(insert("training", TRAINING, "training/" + TRAINING));
        sql.add(insert("gate", NOTE, "gate/" + NOTE));
        return sql;
    }

    private static String insert(String kind, String id, String name) {
        return "INSERT INTO microbench_document (kind, id, content) VALUES ('" + kind + "', '" + id + "', '"
                + content(name) + "')";
    }

    private static String content(String name) {
        String file = "history-0.1.0/" + name + ".json";
        try (InputStream in = Objects.requireNonNull(FrozenHistory.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(file, e);
        }
    }

    /** Checks that all of it is read, that each document is written unchanged, and that a run can be added. */
    static void check(HistoryStore store) {
        HistoryRuns read = HistoryRuns.of(store);
        assertThat(read.warnings()).isEmpty();
        assertThat(read.runs()).singleElement().satisfies(FrozenHistory::check);
        assertThat(StoredJson.RUN.write(read.runs().get(0))).isEqualTo(content(RUN));
        assertThat(store.append(read.runs().get(0))).isFalse();

        List<TrainingNight> nights = store.trainings(warning -> {}).nights();
        assertThat(nights).singleElement().satisfies(night -> {
            assertThat(night.of(ENCODE).orElseThrow().to()).isEqualTo(0.251216);
            assertThat(StoredJson.TRAINING.write(night)).isEqualTo(content("training/" + TRAINING));
        });

        List<GateNotes> notes = store.notes(warning -> {});
        assertThat(notes).singleElement().satisfies(note -> {
            assertThat(note.suspects())
                    .containsExactly(new SuspectNote(
                            ENCODE,
                            SuspectNote.State.OPEN,
                            RUN,
                            RUN,
                            Optional.of("d767e2975d172df311e93c8cec3787b9fb1a554b"),
                            2,
                            0.93,
                            OptionalDouble.empty()));
            assertThat(note.name()).isEqualTo(NOTE);
        });

        assertThat(store.append(Runs.night(1))).isTrue();
        assertThat(HistoryRuns.of(store).runs()).hasSize(2);
    }

    private static void check(RunSummary run) {
        assertThat(run.id()).isEqualTo(RUN);
        assertThat(run.time()).isEqualTo(Instant.parse("2026-11-29T04:12:39.227Z"));
        assertThat(run.branch()).contains("master");
        assertThat(run.cases()).singleElement().satisfies(encode -> {
            assertThat(encode.id()).isEqualTo(ENCODE);
            assertThat(encode.forkValues()).containsExactly(64.47376169681847, 21.487361499711273);
            assertThat(encode.setup().facts()).contains("Assertions=off", "CPUs=2");
            assertThat(encode.starvedShare()).hasValue(1.0);
        });
    }
}
