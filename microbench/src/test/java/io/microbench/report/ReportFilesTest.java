// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {

    private static final RunRecord RUN = Samples.run(Samples.cases());

    @Test
    void writesOnlyBothReports(@TempDir Path folder) throws IOException {
        List<Path> written = ReportFiles.write(folder, RUN, Optional.empty(), Map.of());
        assertThat(written).containsExactly(folder.resolve("report.html"), folder.resolve("report.md"));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrderElementsOf(written);
        }
        assertThat(folder.resolve("report.html"))
                .content()
                .startsWith("<!DOCTYPE html>")
                .endsWith("</html>\n");
        assertThat(folder.resolve("report.md")).hasContent(MarkdownReport.render(RUN, Optional.empty()));
    }

    @Test
    void replacesOlderReports(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("report.md"), "old");
        ReportFiles.write(folder, RUN, Optional.of(Comparisons.comparison()), Map.of());
        assertThat(folder.resolve("report.md")).content().startsWith("## ByteBufAllocatorBenchmark: 1 slower");
    }
}
