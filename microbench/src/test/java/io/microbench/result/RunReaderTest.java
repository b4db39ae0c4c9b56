// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunReaderTest {

    @TempDir
    Path parent;

    private RunFolder killedRun() {
        CaseResult a = Runs.planned("a");
        RunFolder folder =
                RunFolder.create(parent, Runs.START, Runs.environment(), List.of(), List.of(a, Runs.planned("b")));
        folder.append(a.id(), Runs.fork(1));
        folder.append(a.id(), Runs.fork(2));
        folder.end(Runs.done(a, Runs.fork(1), Runs.fork(2)));
        return folder;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(parent.resolve(RunFolder.RECORD), text);
    }

    private String record() throws IOException {
        return Files.readString(killedRun().path().resolve(RunFolder.RECORD));
    }

    private static void assertUnreadable(Path file, String... parts) {
        assertThatExceptionOfType(UnreadableRunException.class)
                .isThrownBy(() -> RunReader.read(file))
                .satisfies(e ->
                        assertThat(e.getMessage()).startsWith(file.toString()).contains(parts));
    }

    /** A kill may truncate the journal anywhere, even inside a line or a character. */
    @Test
    void readsJournalTruncatedAtAnyByte() throws IOException {
        RunFolder folder = killedRun();
        Path journal = folder.path().resolve(RunFolder.JOURNAL);
        byte[] whole = Files.readAllBytes(journal);
        for (int length = 0; length <= whole.length; length++) {
            byte[] left = Arrays.copyOf(whole, length);
            Files.write(journal, left);
            CaseResult a = RunReader.read(folder.path()).cases().get(0);

            int lines = 0;
            for (byte b : left) {
                lines += b == '\n' ? 1 : 0;
            }
            assertThat(a.forks())
                    .as("cut after %d bytes", length)
                    .containsExactly(Arrays.copyOf(new ForkResult[] {Runs.fork(1), Runs.fork(2)}, Math.min(lines, 2)));
            assertThat(a.status()).isEqualTo(lines == 3 ? CaseResult.Status.DONE : CaseResult.Status.PLANNED);
        }
    }

    @Test
    void namesDamagedLineOfJournal() throws IOException {
        RunFolder folder = killedRun();
        Path journal = folder.path().resolve(RunFolder.JOURNAL);
        Files.writeString(journal, Files.readString(journal).replaceFirst("\n", "\n{]\n"));

        assertThatExceptionOfType(UnreadableRunException.class)
                .isThrownBy(() -> RunReader.read(folder.path()))
                .withMessageStartingWith(journal + " line 2");
    }

    @Test
    void ignoresLineOfUnknownCase() throws IOException {
        RunFolder folder = killedRun();
        Path journal = folder.path().resolve(RunFolder.JOURNAL);
        String strange = Files.readString(journal).replace("Codec.a:", "Codec.z:");
        Files.writeString(journal, strange + Files.readString(journal));

        assertThat(RunReader.read(folder.path())).isEqualTo(folder.record());
    }

    /** The run finished after its record was read and before its journal was read: the record is outdated. */
    @Test
    void doesNotApplyJournalToFinishedRun() throws IOException {
        RunFolder folder = killedRun();
        byte[] journal = Files.readAllBytes(folder.path().resolve(RunFolder.JOURNAL));
        RunRecord finished = folder.finish(Runs.START.plusSeconds(1));
        Files.write(folder.path().resolve(RunFolder.JOURNAL), journal);

        assertThat(RunReader.read(folder.path())).isEqualTo(finished);
    }

    @Test
    void reportsMissingRun() throws IOException {
        assertThatExceptionOfType(UnreadableRunException.class)
                .isThrownBy(() -> RunReader.read(parent))
                .withMessage(
                        parent.resolve(RunFolder.RECORD) + ": does not exist. Expected the folder of a run, such as"
                                + " target/microbench/20260504T030201Z-4f2a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "  "})
    void reportsEmptyFile(String text) throws IOException {
        assertUnreadable(file(text), "is empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[{\"jmhVersion\":\"1.37\",\"benchmark\":\"a.B.c\"}]",
                "{}",
                "{\"name\":\"package.json\",\"version\":\"1.0.0\"}",
                "\"text\"",
                "3",
                "null",
                "<html></html>",
                "{\"schemaVersion\":1,\"settings\":[],\"cases\":[]}",
                "{\"schemaVersion\":0}",
                "{\"schemaVersion\":\"one\"}"
            })
    void rejectsOtherText(String text) throws IOException {
        assertUnreadable(file(text), "not a run record");
    }

    @Test
    void namesPositionWhereRecordIsTruncated() throws IOException {
        String whole = record();
        for (int length : List.of(1, whole.length() / 3, whole.length() / 2, whole.length() - 3)) {
            assertUnreadable(file(whole.substring(0, length)), " line ", " column ", "not a run record");
        }
    }

    @Test
    void rejectsTextAfterRecord() throws IOException {
        assertUnreadable(file(record() + "{}"), "not a run record");
    }

    @Test
    void reportsNewerVersion() throws IOException {
        String newer = record().replaceFirst("\"schemaVersion\" : 2", "\"schemaVersion\" : 7");

        assertUnreadable(file(newer), "schema version 7", "newer Microbench", "up to 2");
        // The format differs so much that only the version can be read.
        assertUnreadable(
                file("{\"cases\":{\"by\":\"name\"},\"schemaVersion\":3}"), "schema version 3", "newer Microbench");
    }

    @Test
    void ignoresUnknownProperties() throws IOException {
        String more = record().replaceFirst("\\{", "{\"weather\" : {\"rain\" : [1, null]},")
                .replaceFirst("\"environment\" : \\{", "\"environment\" : {\"moon\" : \"full\",");

        RunRecord read = RunReader.read(file(more));
        assertThat(read.environment()).isEqualTo(Runs.environment());
        assertThat(read.cases()).hasSize(2);
    }

    @Test
    void doesNotReadFileAboveLimit() throws IOException {
        Path file = file(record());
        long size = Files.size(file);

        assertThat(limitedTo(size).read(file).cases()).hasSize(2);
        assertThatExceptionOfType(UnreadableRunException.class)
                .isThrownBy(() -> limitedTo(size - 1).read(file))
                .withMessage(file + ": " + size + " bytes; a run record has at most " + (size - 1));
    }

    private static DocumentReader<RunRecord> limitedTo(long bytes) {
        return new DocumentReader<>(RunRecord.class, "run record", 2, bytes, UnreadableRunException::new);
    }

    @Test
    void reportsBinaryFile() throws IOException {
        Path file = parent.resolve(RunFolder.RECORD);
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2, (byte) 0x80});

        assertUnreadable(file, "not a run record");
    }
}
