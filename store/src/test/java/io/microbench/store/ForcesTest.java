// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the disk syncs that the stores in Java count with those that the JDK records. */
@Timeout(120)
class ForcesTest {

    private static final int WRITES = 20;

    @ParameterizedTest
    @CsvSource({"log, safe", "log, process", "mvstore, safe", "mvstore, process"})
    void storesCountTheirSyncs(String name, String word, @TempDir Path folder) throws IOException {
        Durability durability = Durability.of(word);
        LocalBackend backend = Backends.of(ForcesTest.class.getClassLoader(), System.err::println)
                .named(LocalBackend.class, name, durability);
        Path dump = folder.resolve("recording.jfr");
        long counted;
        try (Store store = backend.open(folder, durability);
                Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            long before = store.forces().orElse(0);
            recording.start();
            for (int key = 0; key < WRITES; key++) {
                store.put(key, new byte[] {1});
            }
            recording.stop();
            counted = store.forces().orElse(0) - before;
            recording.dump(dump);
        }

        long recorded = RecordingFile.readAllEvents(dump).stream()
                .filter(event -> isOf(event, folder))
                .count();
        if (durability == Durability.SAFE) {
            assertThat(counted).isEqualTo(WRITES);
            assertThat(recorded).isGreaterThanOrEqualTo(counted);
        } else {
            assertThat(counted).isZero();
            assertThat(recorded).isZero();
        }
    }

    private static boolean isOf(RecordedEvent event, Path folder) {
        return event.getEventType().getName().equals("jdk.FileForce")
                && event.getString("path") != null
                && event.getString("path").startsWith(folder.toString());
    }
}
