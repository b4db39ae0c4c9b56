// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtavaExportTest {

    @TempDir
    Path temp;

    @Test
    void writesConfigurationAndFileForEachCase() throws IOException {
        List<Path> files = OtavaExport.write(
                temp,
                List.of(
                        Runs.night(1, Runs.time(Runs.ENCODE, 1)),
                        Runs.night(0, Runs.time(Runs.ENCODE, 1), Runs.throughput(Runs.DECODE, 1, 1))));
        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "com.acme.CodecBenchmark.decode_size_1024_threads_1-"
                                + Sha256.of(Runs.DECODE).substring(0, 8) + ".csv",
                        "com.acme.CodecBenchmark.encode_size_1024_threads_1-"
                                + Sha256.of(Runs.ENCODE).substring(0, 8) + ".csv",
                        "otava.yaml");
        assertThat(files.get(0)).hasContent("time,commit,branch,score\n2026-03-01T02:30:00Z,c0ffee000,main,1.0\n");
        assertThat(files.get(1)).hasContent("""
                        time,commit,branch,score
                        2026-03-01T02:30:00Z,c0ffee000,main,1.0
                        2026-03-02T02:30:00Z,c0ffee001,main,1.0
                        """);
        assertThat(files.get(2)).hasContent("""
                        tests:
                          "com.acme.CodecBenchmark.decode:size=1024,threads=1":
                            type: csv
                            file: "%s"
                            time_column: time
                            attributes: [commit, branch]
                            metrics:
                              "com.acme.CodecBenchmark.decode:size=1024,threads=1":
                                column: score
                                unit: "ops/ms"
                                direction: 1
                          "com.acme.CodecBenchmark.encode:size=1024,threads=1":
                            type: csv
                            file: "%s"
                            time_column: time
                            attributes: [commit, branch]
                            metrics:
                              "com.acme.CodecBenchmark.encode:size=1024,threads=1":
                                column: score
                                unit: "ns/op"
                                direction: -1
                        """.formatted(
                        files.get(0).getFileName(), files.get(1).getFileName()));
    }

    @Test
    void quotesSpecialCharacters() throws IOException {
        String id = "A.b:text=\"ä\\\ud83d\ude80\u2028,threads=1";
        RunSummary odd = Runs.onBranch(Runs.night(0, Runs.time(id, 1)), Optional.of("fix \"a\", b"));
        List<Path> files = OtavaExport.write(temp, List.of(odd));
        assertThat(files.get(0).getFileName().toString()).matches("A\\.b_text_threads_1-[0-9a-f]{8}\\.csv");
        assertThat(Files.readString(files.get(0))).endsWith(",c0ffee000,\"fix \"\"a\"\", b\",1.0\n");
        assertThat(Files.readString(files.get(1)))
                .contains("  \"A.b:text=\\\"\\U000000e4\\\\\\U0001f680\\U00002028,threads=1\":\n");
    }

    @Test
    void leavesNoCellEmpty() throws IOException {
        RunSummary bare = RunSummaryBuilder.of("bare", Runs.START)
                .branch(Optional.of(" "))
                .cases(List.of(Runs.time(Runs.ENCODE, 1)))
                .build();
        Path csv = OtavaExport.write(temp, List.of(bare)).get(0);
        assertThat(Files.readString(csv)).endsWith("2026-03-01T02:30:00Z,unknown,unknown,1.0\n");
    }

    @Test
    void convertsAllValuesToLastUnit() throws IOException {
        Path csv = OtavaExport.write(
                        temp,
                        List.of(
                                Runs.night(0, Runs.time(Runs.ENCODE, 1)),
                                Runs.night(1, Runs.summary(Runs.ENCODE, "avgt", "us/op", OptionalDouble.empty(), 1))))
                .get(0);
        assertThat(Files.readAllLines(csv)).hasSize(3).element(1).asString().endsWith(",0.001");
    }

    @Test
    void distinguishesCasesWithSameFileName() {
        String first = "A.b:text=a/b,threads=1";
        String second = "A.b:text=a?b,threads=1";
        String third = "A.B:text=a?b,threads=1";
        assertThat(OtavaExport.write(
                        temp, List.of(Runs.night(0, Runs.time(first, 1), Runs.time(second, 2), Runs.time(third, 3)))))
                .extracting(file -> file.getFileName().toString().toLowerCase(Locale.ROOT))
                .doesNotHaveDuplicates()
                .hasSize(4);
    }

    @Test
    void keepsFileNamesShort() {
        String id = "A.b:text=" + "x".repeat(5000) + ",threads=1";
        assertThat(OtavaExport.fileName(id)).hasSizeLessThan(120);
    }

    @Test
    void namesFileThatCannotBeWritten() throws IOException {
        Path file = Files.writeString(temp.resolve("in-the-way"), "");
        assertThatThrownBy(() -> OtavaExport.write(file, Runs.nights(1)))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(file + "/com.acme")
                .hasMessageContaining("cannot be written");
    }
}
