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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs of earlier versions remain readable: one in version 1 of the format, with an object for each iteration, and
 * those of 0.1.0.
 */
class OldRecordsTest {

    @TempDir
    Path folder;

    private void kept(String run, String... names) throws IOException {
        for (String name : names) {
            try (InputStream in =
                    Objects.requireNonNull(OldRecordsTest.class.getResourceAsStream(run + "/" + name), name)) {
                Files.copy(in, folder.resolve(name));
            }
        }
    }

    @Test
    void readsKilledRunWithItsJournal() throws IOException {
        kept("old-run", "run.json", "journal.jsonl");
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
    void isUnchangedWhenWrittenAgain() throws IOException {
        kept("old-run", "run.json", "journal.jsonl");
        RunRecord old = RunReader.read(folder);
        Path again = Files.createDirectory(folder.resolve("again")).resolve("run.json");
        RunFolder.write(again, old);

        assertThat(RunReader.read(again)).isEqualTo(old);
        assertThat(Files.readString(again)).contains("\"schemaVersion\" : 2").doesNotContain("MEASUREMENT");
        assertThat(Files.size(again)).isLessThan(Files.size(folder.resolve("journal.jsonl")));
    }

    @Test
    void readsRunOfVersion010() throws IOException {
        kept("run-0.1.0", "run.json");
        RunRecord run = RunReader.readSound(folder);

        assertThat(run.id()).isEqualTo("20261129T041239Z-c604");
        assertThat(run.environment().harness()).isEqualTo("0.1.0");
        assertThat(run.environment().commit()).contains("d767e2975d172df311e93c8cec3787b9fb1a554b");
        assertThat(run.settings()).contains(new SettingValue("forks", "2", "system property"));
        assertThat(run.calibration()).isPresent();
        CaseResult broken = run.cases().get(0);
        assertThat(broken.status()).isEqualTo(CaseResult.Status.FAILED);
        assertThat(broken.forks()).singleElement().satisfies(fork -> assertThat(fork.failure())
                .hasValueSatisfying(failure -> {
                    assertThat(failure.kind()).isEqualTo(Failure.Kind.THREW);
                    assertThat(failure.message()).isEqualTo("java.lang.IllegalStateException: no table for size 16");
                }));
        CaseResult encode = run.cases().get(1);
        assertThat(encode.id().text()).isEqualTo("io.acme.Codec.encode:size=16,threads=1");
        assertThat(encode.score()).contains(new Metric(68.91724186889222, 223.65309982364016, "ns/op"));
        assertThat(encode.forkValues()).containsExactly(64.47376169681847, 21.487361499711273);
        ForkResult fork = encode.forks().get(0);
        assertThat(fork.echo()).containsEntry("jvm.assertions", "off");
        IterationResult last = fork.measured().get(2);
        assertThat(last.end()).isEqualTo(Instant.parse("2026-11-29T04:12:42.673Z"));
        assertThat(last.score()).isEqualTo(228.18334739867254);
        assertThat(last.secondary())
                .containsEntry("gc.alloc.rate.norm", new Metric(48.011161, Double.NaN, "B/op"))
                .doesNotContainKey("gc.time");
        assertThat(last.signs())
                .hasValueSatisfying(signs -> assertThat(signs.starved()).isTrue());
    }

    @Test
    void readsKilledRunOfVersion010WithItsJournal() throws IOException {
        kept("killed-0.1.0", "run.json", "journal.jsonl");
        CaseResult only = RunReader.readSound(folder).cases().get(0);

        assertThat(only.id().text()).isEqualTo("io.acme.Codec.encode:size=16,threads=1");
        assertThat(only.forks()).hasSize(1);
        assertThat(only.forks().get(0).measured()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run-0.1.0", "killed-0.1.0"})
    void keepsRunOfVersion010WhenWrittenAgain(String name) throws IOException {
        kept(name, "run.json");
        RunRecord old = RunReader.read(folder);
        Path again = Files.createDirectory(folder.resolve("again")).resolve("run.json");
        RunFolder.write(again, old);

        assertThat(RunReader.read(again)).isEqualTo(old);
    }
}
