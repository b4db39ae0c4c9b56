// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.ReplicatedBackend.Reads;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the disk syncs that members of JGroups-raft count with those that the JDK records. */
@Timeout(120)
class RaftForcesTest {

    private static final int WRITES = 20;

    @ParameterizedTest
    @ValueSource(strings = {"safe", "process"})
    void membersCountTheirSyncs(String durability, @TempDir Path folder) throws Exception {
        ReplicatedBackend backend = Backends.of(getClass().getClassLoader(), System.err::println)
                .named(ReplicatedBackend.class, "jgroupsraft", Durability.of(durability));
        Path dump = folder.resolve("recording.jfr");
        long counted;
        try (Ensemble one = new Ensemble(backend, Durability.of(durability), 1, folder).start();
                Store store = one.connect(1, Reads.LINEARIZABLE);
                Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            long before = one.member(1).forces().orElseThrow();
            for (int key = 0; key < WRITES; key++) {
                store.put(key, new byte[] {1});
            }
            counted = one.member(1).forces().orElseThrow() - before;
            recording.stop();
            recording.dump(dump);
        }

        long recorded = RecordingFile.readAllEvents(dump).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.FileForce"))
                .filter(event -> String.valueOf(event.getString("path")).endsWith("entries.raft"))
                .count();
        if (durability.equals("safe")) {
            assertThat(counted).isEqualTo(WRITES);
            assertThat(recorded).isGreaterThanOrEqualTo(counted);
        } else {
            assertThat(counted).isZero();
            assertThat(recorded).isZero();
        }
    }
}
