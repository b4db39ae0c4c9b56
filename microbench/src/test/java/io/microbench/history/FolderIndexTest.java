// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.FolderIndex.IndexedCases;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that reading with the index returns the content of the files, even if either was changed or damaged. */
@Tag("any-jdk")
class FolderIndexTest {

    private static final int NIGHTS = FolderIndex.WORTH;

    @TempDir
    Path folder;

    private Path index() {
        return folder.resolve(".index").resolve("runs.bin");
    }

    private FolderHistory history() {
        return new FolderHistory(folder);
    }

    private static RunSummary night(int number, double value) {
        return Runs.night(
                number,
                Runs.with(Runs.time(Runs.DECODE, value, value + 1, value + 2), "Architecture=amd64", "CPUs=8"),
                Runs.time("com.acme.Difference.of:threads=1", value - 20),
                Runs.starved(Runs.throughput(Runs.ENCODE, 2 * value), 0.75));
    }

    private void fill() {
        for (int i = 0; i < NIGHTS; i++) {
            history().append(night(i, 10 + i));
        }
    }

    private List<RunSummary> read() {
        HistoryRuns runs = HistoryRuns.of(history());
        assertThat(runs.warnings()).isEmpty();
        return runs.runs();
    }

    private Path file(int night) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().contains(String.format("night-%03d", night)))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void writesIndexWithContentOfFilesIfWorthwhile() throws IOException {
        fill();
        Files.deleteIfExists(index());
        List<RunSummary> fromFiles = read();

        assertThat(index()).isRegularFile();
        assertThat(Files.readString(index().resolveSibling(".gitignore"))).isEqualTo("*\n");
        List<RunSummary> fromIndex = read();
        assertThat(fromFiles.get(3).cases()).isNotInstanceOf(IndexedCases.class);
        assertThat(fromIndex.get(3).cases()).isInstanceOf(IndexedCases.class);
        assertThat(fromIndex).isEqualTo(fromFiles).hasSize(NIGHTS);
        assertThat(fromIndex.get(3).cases()).isEqualTo(night(3, 13).cases());
        assertThat(fromIndex.get(3).isSame(night(3, 13))).isTrue();
    }

    @Test
    void writesNoIndexForFewRuns() {
        history().append(night(0, 10));
        read();

        assertThat(index()).doesNotExist();
    }

    @Test
    void keepsWorkOfInterruptedReading() throws IOException {
        for (int i = 0; i < 2 * NIGHTS; i++) {
            history().append(night(i, 10 + i));
        }
        // This reader stops halfway, as after Ctrl-C.
        FolderIndex first = FolderIndex.open(folder);
        for (int i = 0; i < NIGHTS; i++) {
            first.run(file(i));
        }
        FolderIndex second = FolderIndex.open(folder);
        assertThat(second.run(file(NIGHTS - 1)).cases()).isInstanceOf(IndexedCases.class);
        for (int i = NIGHTS; i < 2 * NIGHTS; i++) {
            second.run(file(i));
        }

        assertThat(read()).hasSize(2 * NIGHTS).allSatisfy(run -> assertThat(run.cases())
                .isInstanceOf(IndexedCases.class));
    }

    @Test
    void followsAddedAndRemovedFiles() throws IOException {
        fill();
        read();
        Files.delete(file(5));
        history().append(night(NIGHTS, 99));

        assertThat(read())
                .extracting(RunSummary::id)
                .hasSize(NIGHTS)
                .doesNotContain("night-005")
                .contains("night-064");
    }

    @Test
    void detectsChangedContent() throws IOException {
        // The timestamps of a file system may be too coarse to differ.
        detectsChangedFile(1);
    }

    /** An editor or a copy may leave such a file. */
    @Test
    void detectsChangedContentOfSameSizeAndTime() throws IOException {
        detectsChangedFile(0);
    }

    private void detectsChangedFile(int secondsLater) throws IOException {
        fill();
        read();
        Path file = file(7);
        FileTime before = Files.getLastModifiedTime(file);
        String text = Files.readString(file);
        Files.writeString(file, text.replace("17.0", "71.0"));
        Files.setLastModifiedTime(file, FileTime.from(before.toInstant().plusSeconds(secondsLater)));

        assertThat(Files.readString(file)).isNotEqualTo(text);
        assertThat(Files.size(file)).isEqualTo(text.length());
        assertThat(read().get(7).cases()).isNotEqualTo(night(7, 17).cases());
    }

    @Test
    void usesIndexOfCopiedFolder() throws IOException {
        fill();
        List<RunSummary> runs = read();
        for (int i = 0; i < NIGHTS; i++) {
            Files.setLastModifiedTime(file(i), FileTime.from(Instant.parse("2026-05-04T03:02:01Z")));
        }

        assertThat(read()).isEqualTo(runs);
    }

    @Test
    void ignoresDamagedIndex() throws IOException {
        fill();
        List<RunSummary> runs = read();
        byte[] right = Files.readAllBytes(index());
        Random random = new Random(42);
        for (int i = 0; i < 50; i++) {
            byte[] wrong = right.clone();
            wrong[random.nextInt(wrong.length)] ^= (byte) (1 + random.nextInt(255));
            Files.write(index(), wrong);
            assertThat(read()).isEqualTo(runs);
        }
        Files.write(index(), Arrays.copyOf(right, right.length / 2));
        assertThat(read()).isEqualTo(runs);
        Files.writeString(index(), "no index");
        assertThat(read()).isEqualTo(runs);
        Files.write(index(), new byte[1], APPEND);
        assertThat(read()).isEqualTo(runs);
    }

    @Test
    void replacesIndexOfEarlierVersion() throws IOException {
        fill();
        List<RunSummary> runs = read();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(index()));
        int version = bytes.capacity() - 2 * Integer.BYTES - Long.BYTES;
        int present = bytes.getInt(version);
        bytes.putInt(version, present - 1);
        CRC32C sum = new CRC32C();
        sum.update(bytes.array(), 0, bytes.capacity() - Long.BYTES);
        bytes.putLong(bytes.capacity() - Long.BYTES, sum.getValue());
        Files.write(index(), bytes.array());

        List<RunSummary> again = read();

        assertThat(again).isEqualTo(runs);
        assertThat(again.get(3).cases()).isNotInstanceOf(IndexedCases.class);
        assertThat(ByteBuffer.wrap(Files.readAllBytes(index())).getInt(version)).isEqualTo(present);
    }

    @Test
    void readsFilesIfIndexCannotBeWritten() throws IOException {
        fill();
        Files.deleteIfExists(index());
        Files.deleteIfExists(index().resolveSibling(".gitignore"));
        Files.deleteIfExists(index().getParent());
        // A file has the name of the index folder.
        Files.writeString(index().getParent(), "");

        assertThat(read()).hasSize(NIGHTS);
        assertThat(index().getParent()).isEmptyFile();
    }

    @Test
    void yieldsSameAnalysesWithAndWithoutIndex() {
        fill();
        List<RunSummary> fromFiles = read();
        List<RunSummary> fromIndex = read();

        HistoryAnalysis rules = HistoryAnalysis.DEFAULTS;
        assertThat(rules.cases(fromIndex)).isEqualTo(rules.cases(fromFiles));
        assertThat(rules.nominate(fromIndex, fromIndex.get(NIGHTS - 1), List.of())
                        .suspects())
                .isEqualTo(rules.nominate(fromFiles, fromFiles.get(NIGHTS - 1), List.of())
                        .suspects());
    }
}
