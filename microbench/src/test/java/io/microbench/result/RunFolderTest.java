// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class RunFolderTest {

    @TempDir
    Path parent;

    private RunFolder create(CaseResult... planned) {
        return RunFolder.create(
                parent,
                Runs.START,
                Runs.environment(),
                List.of(new SettingValue("forks", "2", "system property")),
                List.of(planned));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void isNamedByTimeInUtc() {
        assertThat(create().path().getFileName().toString()).matches("20260301T123045Z-[0-9a-f]{4}");
    }

    @Test
    void createsMissingParents() {
        RunFolder folder = RunFolder.create(
                parent.resolve("a/b"), Runs.START, Runs.environment(), List.of(), List.of(Runs.planned("a")));

        assertThat(folder.path()).isDirectory().hasParent(parent.resolve("a/b"));
    }

    @Test
    void createsDifferentFoldersInSameSecond() {
        // More than 300 draws of 65536 ids collide with a probability of about one half, so this also tests the second
        // draw.
        List<Path> folders =
                IntStream.range(0, 300).mapToObj(i -> create().path()).toList();

        assertThat(folders).doesNotHaveDuplicates();
    }

    @Test
    void containsEveryCaseFromStart() {
        RunFolder folder = create(Runs.planned("a"), Runs.planned("b"));

        RunRecord read = RunReader.read(folder.path());
        assertThat(read).isEqualTo(folder.record());
        assertThat(read.cases()).extracting(CaseResult::status).containsOnly(CaseResult.Status.PLANNED);
        assertThat(read.end()).isEmpty();
    }

    @Test
    void readsFinishedRunAsWritten() throws IOException {
        CaseResult a = Runs.planned("a");
        CaseResult b = Runs.planned("b");
        RunFolder folder = create(a, b);
        folder.append(a.id(), Runs.fork(1));
        folder.append(a.id(), Runs.fork(2));
        folder.end(Runs.done(a, Runs.fork(1), Runs.fork(2)));
        folder.end(b.skipped("@Disabled: später"));
        RunRecord finished = folder.finish(Runs.START.plusSeconds(9));

        assertThat(names(folder.path())).containsExactly(RunFolder.RECORD);
        assertThat(RunReader.read(folder.path())).isEqualTo(finished);
        assertThat(RunReader.read(folder.path().resolve(RunFolder.RECORD))).isEqualTo(finished);
        assertThat(finished.cases())
                .containsExactly(Runs.done(a, Runs.fork(1), Runs.fork(2)), b.skipped("@Disabled: später"));
        assertThat(finished.end()).contains(Runs.START.plusSeconds(9));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namesRecordThatDoesNotFitOnDiskAndDeletesDraft() throws IOException {
        // The record exceeds the buffer, so writing begins while it is still being serialised.
        CaseResult[] cases =
                IntStream.range(0, 300).mapToObj(i -> Runs.planned("a" + i)).toArray(CaseResult[]::new);
        RunFolder folder = create(cases);
        folder.append(cases[0].id(), Runs.fork(1));
        Path record = folder.path().resolve(RunFolder.RECORD);
        Files.createSymbolicLink(RunFolder.draft(record), Path.of("/dev/full"));

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> folder.finish(Runs.START.plusSeconds(9)))
                .withMessage(
                        "Cannot write " + record + " (java.io.IOException: " + record + ": No space left on device)."
                                + " Its journal has the results: free disk space, then create the report with microbench report "
                                + folder.path() + ".");
        assertThat(names(folder.path())).containsExactly(RunFolder.JOURNAL, RunFolder.RECORD);
        assertThat(RunReader.read(folder.path()).cases().get(0).forks()).containsExactly(Runs.fork(1));
    }

    @Test
    void keepsFailures() {
        CaseResult a = Runs.planned("a");
        RunFolder folder = create(a);
        folder.append(a.id(), Runs.fork(1, Optional.of(Runs.failure())));

        assertThat(RunReader.read(folder.path()).cases().get(0).forks())
                .containsExactly(Runs.fork(1, Optional.of(Runs.failure())));
    }

    @Test
    void keepsResultsOfRunKilledDuringProfiling() {
        CaseResult a = Runs.planned("a");
        RunFolder folder = create(a);
        folder.append(a.id(), Runs.fork(1));
        folder.end(Runs.done(a, Runs.fork(1)));
        Profile jfr = new Profile("jfr", Map.of(), List.of("profiles/a.jfr"), Optional.empty());
        Profile gc = new Profile("gc", Map.of("gc.count", new Metric(3, 0, "counts")), List.of(), Optional.empty());
        folder.profiled(a.id(), jfr);
        folder.profiled(a.id(), gc);

        CaseResult read = RunReader.read(folder.path()).cases().get(0);

        assertThat(read).isEqualTo(Runs.done(a, Runs.fork(1)).withProfiles(List.of(jfr, gc)));
        assertThat(read.withoutProfiles()).isEqualTo(Runs.done(a, Runs.fork(1)));
        assertThat(RunReader.read(folder.path())).isEqualTo(folder.record());
    }

    @Test
    void keepsTextsBeyondLimitOfJsonReader() {
        CaseResult a = Runs.planned("a");
        RunFolder folder = create(a);
        String trace = "x".repeat(30_000_000);
        folder.append(
                a.id(),
                Runs.fork(1, Optional.of(new Failure(Failure.Kind.THREW, "boom", trace, List.of(), List.of()))));

        ForkResult fork = RunReader.read(folder.path()).cases().get(0).forks().get(0);
        assertThat(fork.failure().orElseThrow().stackTrace()).hasSameSizeAs(trace);
    }

    @Test
    void readsUnfinishedRunFromItsJournal() throws IOException {
        CaseResult a = Runs.planned("a");
        CaseResult b = Runs.planned("b");
        RunFolder folder = create(a, b);
        folder.append(a.id(), Runs.fork(1));
        folder.end(Runs.done(a, Runs.fork(1)));
        folder.append(b.id(), Runs.fork(1));

        assertThat(names(folder.path())).containsExactly(RunFolder.JOURNAL, RunFolder.RECORD);
        RunRecord read = RunReader.read(folder.path());
        assertThat(read).isEqualTo(folder.record());
        assertThat(read.cases().get(0)).isEqualTo(Runs.done(a, Runs.fork(1)));
        assertThat(read.cases().get(1).status()).isEqualTo(CaseResult.Status.PLANNED);
        assertThat(read.cases().get(1).forks()).containsExactly(Runs.fork(1));
    }

    @Test
    void appendsWithoutChangingEarlierBytes() throws IOException {
        CaseResult a = Runs.planned("a");
        RunFolder folder = create(a);
        byte[] record = Files.readAllBytes(folder.path().resolve(RunFolder.RECORD));
        byte[] before = new byte[0];
        for (int i = 1; i <= 5; i++) {
            folder.append(a.id(), Runs.fork(i));
            byte[] after = Files.readAllBytes(folder.path().resolve(RunFolder.JOURNAL));
            assertThat(after).hasSizeGreaterThan(before.length);
            assertThat(Arrays.copyOf(after, before.length)).isEqualTo(before);
            before = after;
        }
        assertThat(Files.readAllBytes(folder.path().resolve(RunFolder.RECORD))).isEqualTo(record);
    }

    @Test
    void recoversFromPartiallyWrittenLine() throws IOException {
        CaseResult a = Runs.planned("a");
        RunFolder folder = create(a);
        folder.append(a.id(), Runs.fork(1));
        Path journal = folder.path().resolve(RunFolder.JOURNAL);
        Files.writeString(journal, Files.readString(journal) + "{\"id\":\"half a li");
        folder.append(a.id(), Runs.fork(2));

        assertThat(RunReader.read(folder.path()).cases().get(0).forks()).containsExactly(Runs.fork(1), Runs.fork(2));
    }

    @Test
    void storesForkOfInterruptedThread() {
        CaseResult a = Runs.planned("a");
        RunFolder folder = create(a);
        Thread.currentThread().interrupt();
        try {
            folder.append(a.id(), Runs.fork(1));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThat(RunReader.read(folder.path()).cases().get(0).forks()).hasSize(1);
    }

    /** 600 cases of 2 forks: a line costs as much at the end as at the beginning, and all can be read back. */
    @Test
    void appendsInConstantTime() throws IOException {
        List<CaseResult> planned = IntStream.range(0, 600)
                .mapToObj(i -> Runs.planned("method" + i))
                .toList();
        RunFolder folder = create(planned.toArray(CaseResult[]::new));
        List<Long> growth = new ArrayList<>();
        long before = 0;
        for (CaseResult each : planned) {
            for (int fork = 1; fork <= 2; fork++) {
                folder.append(each.id(), Runs.fork(fork));
            }
            long size = Files.size(folder.path().resolve(RunFolder.JOURNAL));
            growth.add(size - before);
            before = size;
        }

        assertThat(growth.get(599)).isBetween(growth.get(0), growth.get(0) + 100);
        assertThat(RunReader.read(folder.path()).cases()).hasSize(600).allSatisfy(read -> assertThat(read.forks())
                .hasSize(2));
    }

    @Test
    void namesFolderThatCannotBeWritten() throws IOException {
        Path file = Files.writeString(parent.resolve("file"), "");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() ->
                        RunFolder.create(file.resolve("runs"), Runs.START, Runs.environment(), List.of(), List.of()))
                .withMessageContaining("Cannot write the run to " + file.resolve("runs"))
                .withMessageContaining("choose another folder");
    }
}
