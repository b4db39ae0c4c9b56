// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that version 1 of the layout kept, one object for each iteration, is read for good. */
class OldRecordsTest {

    @TempDir
    Path folder;

    private Path kept(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in =
                Objects.requireNonNull(OldRecordsTest.class.getResourceAsStream("old-run/" + name), name)) {
            Files.copy(in, file);
        }
        return file;
    }

    @Test
    void aRunThatWasKilledIsReadWithItsJournal() throws IOException {
        kept("run.json");
        kept("journal.jsonl");
        CaseResult only = RunReader.readSound(folder).cases().get(0);

        assertThat(only.id().text()).isEqualTo("io.acme.Kinds.log:threads=1");
        assertThat(only.status()).isEqualTo(CaseResult.Status.DONE);
        ForkResult fork = only.forks().get(0);
        assertThat(fork.iterations()).hasSize(30);
        assertThat(fork.measured()).hasSize(15);
        IterationResult first = fork.iterations().get(0);
        assertThat(first.phase()).isEqualTo(IterationResult.Phase.WARMUP);
        assertThat(first.number()).isEqualTo(1);
        assertThat(first.end()).isEqualTo(Instant.parse("2026-11-22T10:02:16.795131065Z"));
        assertThat(first.score()).isEqualTo(20.54843862732438);
        assertThat(first.secondary())
                .containsOnlyKeys("gc.alloc.rate", "gc.alloc.rate.norm", "gc.count")
                .containsEntry("gc.count", new Metric(0, Double.NaN, "counts"));
        assertThat(first.signs()).hasValueSatisfying(signs -> {
            assertThat(signs.seconds()).isEqualTo(1.1595327899999575);
            assertThat(signs.starved()).isFalse();
            assertThat(signs.stops()).isPresent();
        });
    }

    @Test
    void isTheSameRunWhenItIsWrittenAgain() throws IOException {
        kept("run.json");
        kept("journal.jsonl");
        RunRecord old = RunReader.read(folder);
        Path again = Files.createDirectory(folder.resolve("again")).resolve("run.json");
        RunFolder.write(again, old);

        assertThat(RunReader.read(again)).isEqualTo(old);
        assertThat(Files.readString(again)).contains("\"schemaVersion\" : 2").doesNotContain("MEASUREMENT");
        assertThat(Files.size(again)).isLessThan(Files.size(folder.resolve("journal.jsonl")));
    }
}
