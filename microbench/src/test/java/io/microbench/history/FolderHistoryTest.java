// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
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
    void isWhatAPlainPathOpens() {
        store.append(RUN);
        try (HistoryStore opened = HistoryStore.open(folder().toString())) {
            assertThat(opened).isInstanceOf(FolderHistory.class).hasToString(folder().toString());
            assertThat(opened.read(HistoryQuery.ALL).runs()).containsExactly(RUN);
        }
    }

    @Test
    void beginsAtTheGivenDirectory() {
        store.append(RUN);
        try (HistoryStore relative = HistoryStore.open("history", temp.resolve("a"));
                HistoryStore absolute = HistoryStore.open(folder().toString(), Path.of("elsewhere"))) {
            assertThat(relative).hasToString(folder().toString());
            assertThat(relative.read(HistoryQuery.ALL).runs()).containsExactly(RUN);
            assertThat(absolute).hasToString(folder().toString());
        }
    }

    @Test
    void isNotWhatAnAddressOpens() {
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
    void anEmptyOrNearlyRightPlaceIsRefused(String place) {
        assertThatThrownBy(() -> HistoryStore.open(place, temp))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("is not a history. Expected a folder, or a JDBC URL, which begins with jdbc:")
                .hasMessageNotContaining("=secret");
    }

    @Test
    void aFolderMayHaveAColonInItsName() {
        try (HistoryStore colon = HistoryStore.open("./a:b", temp)) {
            colon.append(RUN);
        }
        assertThat(temp.resolve("a:b")).isNotEmptyDirectory();
    }

    @Test
    void namesFilesByTimeAndId() throws IOException {
        store.append(RUN);
        RunSummary own = new RunSummary(
                "20260302T023000Z-4f2a", RUN.time(), RUN.commit(), false, RUN.branch(), Runs.MACHINE, List.of());
        store.append(own);
        try (Stream<Path> files = Files.list(folder())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("20260302T023000Z-night-001.json", "20260302T023000Z-4f2a.json");
        }
    }

    @Test
    void writesTheSameBytesEverywhere() throws IOException {
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

    @Test
    void leavesNoDraftBehind() throws IOException {
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
        assertThat(elsewhere.read(HistoryQuery.ALL)).isEqualTo(new HistoryRuns(List.of(other, RUN), List.of()));
    }

    @Test
    void countsARunInTwoFilesOnce() throws IOException {
        Path file = written(RUN);
        Files.copy(file, file.resolveSibling("20260302T023000Z-night-001 (copy).json"));
        assertThat(store.read(HistoryQuery.ALL)).isEqualTo(new HistoryRuns(List.of(RUN), List.of()));
        assertThat(store.append(RUN)).isFalse();
    }

    @Test
    void saysThatTwoFilesDisagree() throws IOException {
        Path file = written(RUN);
        Path copy = file.resolveSibling("20260302T023000Z-night-001.x.json");
        Files.writeString(copy, Files.readString(file).replace("101.0", "102.0"));
        HistoryRuns read = store.read(HistoryQuery.ALL);
        assertThat(read.runs()).hasSize(1);
        assertThat(read.warnings()).singleElement().asString().contains("differs from another file with run night-001");
    }

    @Test
    void passesOverForeignFilesWithAWarning() throws IOException {
        written(RUN);
        Files.writeString(folder().resolve("README.md"), "Runs of the nightly job");
        Files.writeString(folder().resolve("package.json"), "{}");
        Files.writeString(folder().resolve(".gitattributes"), "* -text");
        Files.createDirectory(folder().resolve("attic"));
        HistoryRuns read = store.read(HistoryQuery.ALL);
        assertThat(read.runs()).containsExactly(RUN);
        assertThat(read.warnings())
                .containsExactly(
                        folder().resolve("README.md") + ": not named like a run, <time>-<id>.json; left out",
                        folder().resolve("package.json") + ": not named like a run, <time>-<id>.json; left out");
    }

    @Test
    void namesADamagedFileAndReadsTheOthers() throws IOException {
        Path file = written(RUN);
        RunSummary next = Runs.night(2, Runs.time(Runs.ENCODE, 100));
        store.append(next);
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length - 2; length += 7) {
            Files.write(file, Arrays.copyOf(whole, length));
            HistoryRuns read = store.read(HistoryQuery.ALL);
            assertThat(read.runs()).as("cut at %d", length).containsExactly(next);
            assertThat(read.warnings())
                    .singleElement()
                    .asString()
                    .startsWith(file + (length == 0 ? ": is empty" : " line "));
        }
    }

    @Test
    void neverRepairsADamagedFileByRewritingIt() throws IOException {
        Path file = written(RUN);
        Files.writeString(file, "{ \"schemaVersion\" : 1, ");
        assertThatThrownBy(() -> store.append(RUN))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(file + " line 1 column");
        assertThat(file).hasContent("{ \"schemaVersion\" : 1, ");
    }

    @Test
    void saysThatItsPlaceIsAFile() throws IOException {
        Files.createDirectories(folder().getParent());
        Files.writeString(folder(), "not a folder");
        assertThatThrownBy(() -> store.read(HistoryQuery.ALL))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(folder() + ": cannot be read as a folder");
        assertThatThrownBy(() -> store.append(RUN))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(folder().toString());
        assertThat(folder()).hasContent("not a folder");
    }

    @Tag("processes")
    @Test
    void sixteenWritersAtOnceAreAllStored() throws Exception {
        Path notes = Files.createDirectory(temp.resolve("notes"));
        List<String> told = ConcurrentWriters.append(folder().toString(), notes);

        assertThat(told).hasSize(ConcurrentWriters.ALL).allSatisfy(line -> assertThat(line)
                .startsWith("stored "));
        HistoryRuns read = store.read(HistoryQuery.ALL);
        assertThat(read.warnings()).isEmpty();
        assertThat(read.runs())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, ConcurrentWriters.ALL)
                        .mapToObj(ConcurrentWriters::run)
                        .toList());
    }
}
