// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class JmhJsonFilesTest {

    private final Path folder;

    JmhJsonFilesTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private static CaseResult of(String className) {
        return Samples.measured(
                new CaseId(className, "m", new TreeMap<>(), 1, Optional.empty()),
                new Metric(5, Double.NaN, "ops/s"),
                new double[] {5});
    }

    private List<String> names(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void writesFilePerClassWithQualifiedName() throws IOException {
        List<CaseResult> cases = List.of(of("a.Same"), of("b.Same"), of("a.Same"), of("a.Outer.Inner"));
        List<Path> written = ReportFiles.writeJmhJson(folder, "1.37", cases);
        assertThat(names(folder)).containsExactly("a.Outer.Inner.json", "a.Same.json", "b.Same.json");
        assertThat(written)
                .extracting(path -> path.getFileName().toString())
                .containsExactly("a.Same.json", "b.Same.json", "a.Outer.Inner.json");
        assertThat(JsonMapper.shared()
                        .readTree(folder.resolve("a.Same.json").toFile())
                        .size())
                .isEqualTo(2);
    }

    @Test
    void createsParentsAndIgnoresTrailingSlash() throws IOException {
        ReportFiles.writeJmhJson(Path.of(folder + "/new/deep/"), "1.37", List.of(of("a.A")));
        ReportFiles.writeJmhJson(Path.of(folder + "/new/deep"), "1.37", List.of(of("a.B")));
        assertThat(names(folder.resolve("new/deep"))).containsExactly("a.A.json", "a.B.json");
    }

    @Test
    void renamesOlderFilesByTimeOfLastChange() throws IOException {
        Path file = folder.resolve("a.A.json");
        FileTime then = FileTime.from(Instant.parse("2025-12-31T23:59:58.7Z"));
        Files.writeString(file, "first");
        Files.setLastModifiedTime(file, then);
        ReportFiles.writeJmhJson(folder, "1.37", List.of(of("a.A")));
        Files.writeString(file, "second");
        Files.setLastModifiedTime(file, then);
        ReportFiles.writeJmhJson(folder, "1.37", List.of(of("a.A")));
        assertThat(names(folder))
                .containsExactly("a.A.20251231T235958Z-2.json", "a.A.20251231T235958Z.json", "a.A.json");
        assertThat(folder.resolve("a.A.20251231T235958Z.json")).hasContent("first");
        assertThat(folder.resolve("a.A.20251231T235958Z-2.json")).hasContent("second");
    }

    @Test
    void keepsOtherFiles() throws IOException {
        Files.writeString(folder.resolve("a.B.json"), "other");
        CaseResult failed = Samples.failed(of("a.B").id(), "boom");
        assertThat(ReportFiles.writeJmhJson(folder, "1.37", List.of(failed))).isEmpty();
        assertThat(folder.resolve("a.B.json")).hasContent("other");
    }

    @Test
    void namesConflictingFile() throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "");
        assertThatThrownBy(() -> ReportFiles.writeJmhJson(file, "1.37", List.of(of("a.A"))))
                .isInstanceOf(IOException.class)
                .hasMessage("perfReportDir = " + file + ": " + file + " is a file; expected a folder or a new path");
    }
}
