// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.TrainingNight.CaseTraining;
import io.microbench.result.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderHistoryTest extends AbstractHistoryStoreTest {

    private static final RunSummary RUN = Runs.night(1, Runs.time(Runs.ENCODE, 101, 99));

    @TempDir
    Path temp;

    @Override
    HistoryStore open() {
        return new FolderHistory(folder());
    }

    private Path folder() {
        return temp.resolve("a/history");
    }

    private Path written(RunSummary run) {
        store.append(run);
        return folder().resolve("20260302T023000Z-night-001.json");
    }

    @Test
    void opensPlainPath() {
        store.append(RUN);
        try (HistoryStore opened = HistoryStore.open(folder().toString())) {
            assertThat(opened).isInstanceOf(FolderHistory.class).hasToString(folder().toString());
            assertThat(HistoryRuns.of(opened).runs()).containsExactly(RUN);
        }
    }

    @Test
    void resolvesAgainstGivenDirectory() {
        store.append(RUN);
        try (HistoryStore relative = HistoryStore.open("history", temp.resolve("a"));
                HistoryStore absolute = HistoryStore.open(folder().toString(), Path.of("elsewhere"))) {
            assertThat(relative).hasToString(folder().toString());
            assertThat(HistoryRuns.of(relative).runs()).containsExactly(RUN);
            assertThat(absolute).hasToString(folder().toString());
        }
    }

    @Test
    void rejectsUrls() {
        assertThatThrownBy(() -> HistoryStore.open("redis://me:secret@host/1", temp))
                .isInstanceOf(HistoryException.class)
                .hasMessage(
                        "\"redis://me:***@host/1\" is not a history. Expected a folder, or a JDBC URL, which begins with"
                                + " jdbc:, such as jdbc:postgresql://host/database. Write ./ before a folder with a colon"
                                + " in its name.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "JDBC:h2:file:./history;PASSWORD=secret",
                " jdbc:h2:./history",
                "jdbc :h2:./history",
                "jbdc:postgresql://host/database?password=secret",
                "postgresql:history",
                "file:history"
            })
    void rejectsEmptyAndMistypedPlaces(String place) {
        assertThatThrownBy(() -> HistoryStore.open(place, temp))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("is not a history. Expected a folder, or a JDBC URL, which begins with jdbc:")
                .hasMessageNotContaining("=secret");
    }

    @Test
    void acceptsColonInNameOfFolder() {
        try (HistoryStore colon = HistoryStore.open("./a:b", temp)) {
            colon.append(RUN);
        }
        assertThat(temp.resolve("a:b")).isNotEmptyDirectory();
    }

    @Test
    void reportsProgressOfReading() {
        store.append(RUN);
        store.append(RunSummaryBuilder.of(RUN).id("another").build());
        List<String> progress = new ArrayList<>();

        store.read(Optional.of("none"), warning -> {}, (done, all) -> progress.add(done + " of " + all));

        assertThat(progress).containsExactly("1 of 2", "2 of 2");
    }

    @Test
    void namesFilesByTimeAndId() throws IOException {
        store.append(RUN);
        RunSummary own = RunSummaryBuilder.of(RUN).id("20260302T023000Z-4f2a").build();
        store.append(own);
        try (Stream<Path> files = Files.list(folder())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("20260302T023000Z-night-001.json", "20260302T023000Z-4f2a.json");
        }
    }

    @Test
    void writesSameBytesOnEveryPlatform() throws IOException {
        assertThat(Files.readString(written(RUN))).isEqualTo("""
                        {
                          "schemaVersion" : 1,
                          "id" : "night-001",
                          "time" : "2026-03-02T02:30:00Z",
                          "commit" : "c0ffee001",
                          "dirty" : false,
                          "branch" : "main",
                          "environment" : {
                            "jdk" : "Eclipse Adoptium 21.0.5+11-LTS",
                            "vm" : "OpenJDK 64-Bit Server VM 21.0.5",
                            "cpuModel" : "AMD EPYC 7763",
                            "os" : "Linux"
                          },
                          "cases" : [ {
                            "id" : "com.acme.CodecBenchmark.encode:size=1024,threads=1",
                            "mode" : "avgt",
                            "unit" : "ns/op",
                            "value" : %s,
                            "interval" : {
                              "low" : %s,
                              "high" : %s,
                              "confidence" : 0.99
                            },
                            "allocatedBytes" : 24.0,
                            "forkValues" : [ 101.0, 99.0 ],
                            "setup" : {
                              "vm" : "OpenJDK 64-Bit Server VM 21.0.5",
                              "jvmArgs" : [ "-Xms1g", "-Dname=\\"a, b\\"" ],
                              "blackholeMode" : "compiler"
                            }
                          } ]
                        }
                        """.formatted(
                        RUN.cases().get(0).value(),
                        RUN.cases().get(0).interval().orElseThrow().low(),
                        RUN.cases().get(0).interval().orElseThrow().high()));
    }

    private static final String OLD_HEAD = """
            "schemaVersion" : 1, "id" : "night-001", "time" : "2026-03-02T02:30:00Z",
            "environment" : { "jdk" : "Eclipse Adoptium 21.0.5+11-LTS", "vm" : "OpenJDK 64-Bit Server VM 21.0.5",
              "cpuModel" : "AMD EPYC 7763", "os" : "Linux" },
            """;

    /** The format of the first version: no starved iterations, facts or slow start, but an index. */
    @Test
    void readsFolderOfFirstVersion() throws IOException {
        Files.createDirectories(folder().resolve(".index"));
        Files.createDirectories(folder().resolve("training"));
        Files.createDirectories(folder().resolve("gate"));
        Files.write(folder().resolve(".index/runs.bin"), new byte[100]);
        Files.writeString(
                folder().resolve("20260302T023000Z-night-001.json"), "{" + OLD_HEAD + """
                "commit" : null, "dirty" : true, "branch" : "main",
                "cases" : [ { "id" : "%s", "mode" : "thrpt", "unit" : "ops/ms", "value" : 5.5, "interval" : null,
                  "allocatedBytes" : null, "forkValues" : [ 5.5 ],
                  "setup" : { "vm" : "VM", "jvmArgs" : [ ], "blackholeMode" : "full" } } ] }
                """.formatted(Runs.DECODE));
        Files.writeString(folder().resolve("training/night-001.json"), "{" + OLD_HEAD + """
                "cases" : [ { "id" : "%s", "from" : 0.25, "to" : 7.0, "spread" : 0.0, "forks" : 3 } ] }
                """.formatted(Runs.DECODE));
        Files.writeString(folder().resolve("gate/night-001-0123456789ab.json"), """
                { "schemaVersion" : 1, "runId" : "night-001", "suspects" : [ { "caseId" : "%s", "state" : "OPEN",
                  "since" : "night-001", "firstBad" : "night-001", "lastGoodCommit" : null, "looks" : 0, "ratio" : 0.9,
                  "low" : null } ] }
                """.formatted(Runs.DECODE));

        CaseSummary only = CaseSummaryBuilder.of(Runs.DECODE, 5.5)
                .unit(Mode.THROUGHPUT, "ops/ms")
                .setup(new ForkSetup("VM", List.of(), "full", List.of()))
                .build();
        assertThat(HistoryRuns.of(store))
                .isEqualTo(new HistoryRuns(
                        List.of(RunSummaryBuilder.of("night-001", RUN.time())
                                .dirty(true)
                                .branch(Optional.of("main"))
                                .environment(Runs.MACHINE)
                                .cases(List.of(only))
                                .build()),
                        List.of()));
        assertThat(store.trainings(warning -> {}).nights())
                .singleElement()
                .extracting(night -> night.of(Runs.DECODE).orElseThrow())
                .isEqualTo(new CaseTraining(Runs.DECODE, 0.25, 7, 0, 3, OptionalDouble.empty()));
        assertThat(store.notes(warning -> {}))
                .singleElement()
                .extracting(GateNotes::runId)
                .isEqualTo("night-001");
    }

    @Test
    void leavesNoTemporaryFiles() throws IOException {
        store.append(RUN);
        store.append(RUN);
        try (Stream<Path> files = Files.list(folder())) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void mergesByCopyingFiles() throws IOException {
        Path file = written(RUN);
        RunSummary other = Runs.night(0, Runs.time(Runs.ENCODE, 100));
        FolderHistory elsewhere = new FolderHistory(temp.resolve("elsewhere"));
        elsewhere.append(other);
        elsewhere.append(RUN);
        Files.copy(file, temp.resolve("elsewhere").resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        assertThat(HistoryRuns.of(elsewhere)).isEqualTo(new HistoryRuns(List.of(other, RUN), List.of()));
    }

    @Test
    void countsRunInTwoFilesOnce() throws IOException {
        Path file = written(RUN);
        Files.copy(file, file.resolveSibling("20260302T023000Z-night-001 (copy).json"));
        assertThat(HistoryRuns.of(store)).isEqualTo(new HistoryRuns(List.of(RUN), List.of()));
        assertThat(store.append(RUN)).isFalse();
    }

    @Test
    void reportsConflictingFiles() throws IOException {
        Path file = written(RUN);
        Path copy = file.resolveSibling("20260302T023000Z-night-001.x.json");
        Files.writeString(copy, Files.readString(file).replace("101.0", "102.0"));
        HistoryRuns read = HistoryRuns.of(store);
        assertThat(read.runs()).hasSize(1);
        assertThat(read.warnings()).singleElement().asString().contains("differs from another file with run night-001");
    }

    @Test
    void skipsForeignFilesWithWarning() throws IOException {
        written(RUN);
        Files.writeString(folder().resolve("README.md"), "Runs of the nightly job");
        Files.writeString(folder().resolve("package.json"), "{}");
        Files.writeString(folder().resolve(".gitattributes"), "* -text");
        Files.createDirectory(folder().resolve("attic"));
        HistoryRuns read = HistoryRuns.of(store);
        assertThat(read.runs()).containsExactly(RUN);
        assertThat(read.warnings())
                .containsExactly(
                        folder().resolve("README.md") + ": expected a run's file name, <time>-<id>.json; ignored",
                        folder().resolve("package.json") + ": expected a run's file name, <time>-<id>.json;"
                                + " ignored");
    }

    @Test
    void namesDamagedFileAndReadsOthers() throws IOException {
        Path file = written(RUN);
        RunSummary next = Runs.night(2, Runs.time(Runs.ENCODE, 100));
        store.append(next);
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length - 2; length += 7) {
            Files.write(file, Arrays.copyOf(whole, length));
            HistoryRuns read = HistoryRuns.of(store);
            assertThat(read.runs()).as("cut at %d", length).containsExactly(next);
            assertThat(read.warnings())
                    .singleElement()
                    .asString()
                    .startsWith(file + (length == 0 ? ": is empty" : " line "));
        }
    }

    @Test
    void neverOverwritesDamagedFile() throws IOException {
        Path file = written(RUN);
        Files.writeString(file, "{ \"schemaVersion\" : 1, ");
        assertThatThrownBy(() -> store.append(RUN))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(file + " line 1 column");
        assertThat(file).hasContent("{ \"schemaVersion\" : 1, ");
    }

    @Test
    void reportsFileInsteadOfFolder() throws IOException {
        Files.createDirectories(folder().getParent());
        Files.writeString(folder(), "not a folder");
        assertThatThrownBy(() -> HistoryRuns.of(store))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(folder() + ": cannot list the files of this folder");
        assertThatThrownBy(() -> store.append(RUN))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(folder().toString());
        assertThat(folder()).hasContent("not a folder");
    }

    @Tag("processes")
    @Test
    void storesRunsOfSixteenConcurrentWriters() throws Exception {
        Path notes = Files.createDirectory(temp.resolve("notes"));
        List<String> told = ConcurrentWriters.append(folder().toString(), notes);

        assertThat(told).hasSize(ConcurrentWriters.ALL).allSatisfy(line -> assertThat(line)
                .startsWith("stored "));
        HistoryRuns read = HistoryRuns.of(store);
        assertThat(read.warnings()).isEmpty();
        assertThat(read.runs())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, ConcurrentWriters.ALL)
                        .mapToObj(ConcurrentWriters::run)
                        .toList());
    }

    @Test
    void readsFolderOfVersion010() throws IOException {
        FrozenHistory.writeTo(folder());

        FrozenHistory.check(store);
    }
}
