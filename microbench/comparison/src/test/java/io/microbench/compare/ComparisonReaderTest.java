// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.ComparisonFolder.ComparisonRecord;
import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.report.HtmlReport.Repeat;
import io.microbench.result.RecordJson;
import io.microbench.result.UnreadableRunException;
import io.microbench.run.ForkLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonReaderTest {

    private static final RunComparison COMPARISON = new RunComparison(
            "main",
            "branch",
            List.of(VerdictBuilder.of(Fixtures.id("encode"), Verdict.SLOWER)
                    .baselineValue(100)
                    .candidateValue(120)
                    .unit("ns/op")
                    .ratio(0.83)
                    .low(0.8)
                    .high(0.85)
                    .p(0.001)
                    .smallestChange(0.02)
                    .baselineForks(5)
                    .candidateForks(6)
                    .allocation(Optional.of(new AllocationVerdict(AllocationVerdict.Change.MORE, 16, 24)))
                    .build()),
            0.83,
            0.8,
            0.85,
            0.01,
            List.of(new EnvironmentDifference("JDK", "17", "21", true)),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    @TempDir
    Path folder;

    private static String document() {
        Instant start = Instant.parse("2026-05-04T03:02:01Z");
        ComparisonRecord.Origin build = new ComparisonRecord.Origin("a.jar", List.of("a.jar"), "project");
        ComparisonRecord record = new ComparisonRecord(
                        ComparisonRecord.SCHEMA_VERSION,
                        "compare-1",
                        start,
                        Optional.empty(),
                        build,
                        build,
                        Limits.DEFAULT,
                        42,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("microbench compare a b"),
                        Optional.empty())
                .with(
                        Optional.of(start.plusSeconds(9)),
                        Optional.of(ForkLoop.End.DECIDED),
                        Optional.of(COMPARISON),
                        Optional.of("microbench compare a b"));
        return RecordJson.text(record);
    }

    @Test
    void readsCommandThatRepeatsComparison() throws IOException {
        read(document());

        assertThat(ComparisonFolder.repeat(folder))
                .isEqualTo(new Repeat(Limits.DEFAULT.band(), Optional.of("microbench compare a b")));
    }

    private RunComparison read(String document) throws IOException {
        Files.writeString(folder.resolve(ComparisonFolder.RECORD), document);
        return ComparisonFolder.read(folder);
    }

    @Test
    void readsStoredComparison() throws IOException {
        assertThat(document())
                .contains("\"schemaVersion\" : 2", "\"baselineBuild\"", "\"baselineName\" : \"main\"")
                .doesNotContainPattern("\"(old|new)[A-Z]");
        assertThat(read(document())).isEqualTo(COMPARISON);
    }

    @Test
    void readsVersion1WithOldAndNewSides() throws IOException {
        String first = document()
                .replaceAll("\"baseline([A-Z]\\w+)\"", "\"old$1\"")
                .replaceAll("\"candidate([A-Z]\\w+)\"", "\"new$1\"")
                .replace("\"schemaVersion\" : 2", "\"schemaVersion\" : 1");

        assertThat(first).contains("\"oldName\" : \"main\"", "\"newBytes\"", "\"oldForks\" : 5");
        assertThat(read(first)).isEqualTo(COMPARISON);
    }

    @Test
    void rejectsLaterSchemaVersion() {
        String later = document().replace("\"schemaVersion\" : 2", "\"schemaVersion\" : 3");

        assertThatThrownBy(() -> read(later))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("schema version 3")
                .hasMessageContaining("reads up to 2");
    }
}
