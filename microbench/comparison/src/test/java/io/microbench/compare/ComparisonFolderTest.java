// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.remote.HostCases;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.result.UnreadableRunException;
import io.microbench.run.ForkLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonFolderTest {

    private static final Instant START = Instant.parse("2026-05-04T03:02:01.123456789Z");
    private static final PairedCase ENCODE = new PairedCase(
            Fixtures.id("encode"), Fixtures.plan("avgt", "-Xint"), Fixtures.plan("avgt", "-XX:+UseSerialGC"));

    @TempDir
    Path parent;

    private static Builds builds() {
        return new Builds(
                new Build("v1", List.of("old.jar"), Path.of("before")),
                new Build("v2", List.of("new.jar"), Path.of("after")));
    }

    private static HostCases known(Side side) {
        return new HostCases(
                Environment.builder().host("host of the " + side.label()).build(),
                List.of(new SettingValue("forks", "3", "command line")),
                List.of(),
                1,
                "",
                List.of(),
                List.of());
    }

    private ComparisonFolder create(Path where) {
        return ComparisonFolder.create(
                where,
                START,
                builds(),
                ComparisonFolderTest::known,
                List.of(ENCODE),
                Limits.DEFAULT,
                42,
                Optional.empty());
    }

    private static RunComparison comparison() {
        return new RunComparison(
                "v1",
                "v2",
                List.of(Fixtures.verdict(ENCODE.id(), Verdict.SLOWER, 0.8, 0.85)),
                0.82,
                0.8,
                0.85,
                0.01,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void createsFolderNamedAfterStartTime() {
        ComparisonFolder folder = create(parent.resolve("a/b"));

        assertThat(folder.path().getParent()).isEqualTo(parent.resolve("a/b"));
        assertThat(folder.path().getFileName().toString()).matches("compare-20260504T030201Z-[0-9a-f]{4}");
    }

    @Test
    void createsUniqueFoldersWithinOneSecond() {
        assertThat(create(parent).path()).isNotEqualTo(create(parent).path());
    }

    @Test
    void plansBothRunsBeforeFirstFork() {
        ComparisonFolder folder = create(parent);

        assertThat(folder.run(Side.BASELINE)).isEqualTo(folder.path().resolve("old"));
        assertThat(folder.run(Side.CANDIDATE)).isEqualTo(ComparisonFolder.candidateRun(folder.path()));
        for (Side side : Side.values()) {
            RunRecord run = RunReader.read(folder.run(side));
            assertThat(run.environment().host()).isEqualTo("host of the " + side.label());
            assertThat(run.settings()).extracting(SettingValue::name).containsExactly("forks");
            assertThat(run.end()).isEmpty();
            assertThat(run.cases()).singleElement().satisfies(planned -> {
                assertThat(planned.status()).isEqualTo(CaseResult.Status.PLANNED);
                assertThat(planned.plan().jvmArgs()).isEqualTo(ENCODE.plan(side).jvmArgs());
            });
        }
    }

    @Test
    void recordsParametersOfComparison() throws IOException {
        Path folder = create(parent).path();

        assertThat(Files.readString(folder.resolve(ComparisonFolder.RECORD)))
                .contains("\"id\" : \"" + folder.getFileName() + "\"")
                .contains("\"start\" : \"2026-05-04T03:02:01.123Z\"", "\"seed\" : 42", "\"mostForks\" : 40")
                .containsSubsequence("\"baselineBuild\"", "\"v1\"", "old.jar", "before")
                .containsSubsequence("\"candidateBuild\"", "\"v2\"", "new.jar", "after");
    }

    @Test
    void namesRunsOfKilledComparison() {
        ComparisonFolder folder = create(parent);

        assertThat(ComparisonFolder.isComparison(folder.path())).isTrue();
        assertThatThrownBy(() -> ComparisonFolder.read(folder.path()))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("the comparison is not complete")
                .hasMessageContaining(folder.run(Side.BASELINE) + ", " + folder.run(Side.CANDIDATE));
    }

    @Test
    void storesForkAtItsEndOnItsSideOnly() {
        ComparisonFolder folder = create(parent);

        folder.of(Side.CANDIDATE).append(ENCODE.id(), Fixtures.report(1, 120).fork());

        assertThat(RunReader.read(folder.run(Side.CANDIDATE)).cases().get(0).forks())
                .singleElement()
                .satisfies(fork -> assertThat(fork.value()).hasValue(120));
        assertThat(RunReader.read(folder.run(Side.BASELINE)).cases().get(0).forks())
                .isEmpty();
    }

    @Test
    void readsStoredResult() throws IOException {
        ComparisonFolder folder = create(parent);
        folder.of(Side.BASELINE)
                .end(CaseResult.planned(ENCODE.id(), ENCODE.baselinePlan()).skipped("no time"));
        RunRecord finished = folder.finish(Side.BASELINE, START.plusSeconds(60));
        folder.finish(START.plusSeconds(61), ForkLoop.End.BUDGET, comparison());

        assertThat(finished.end()).contains(Instant.parse("2026-05-04T03:03:01.123Z"));
        assertThat(finished.cases()).extracting(CaseResult::reason).containsExactly("no time");
        assertThat(RunReader.read(folder.run(Side.BASELINE))).isEqualTo(finished);
        assertThat(ComparisonFolder.read(folder.path())).isEqualTo(comparison());
        assertThat(Files.readString(folder.path().resolve(ComparisonFolder.RECORD)))
                .contains("\"ended\" : \"BUDGET\"", "\"end\" : \"2026-05-04T03:03:02.123Z\"");
    }

    @Test
    void namesFolderThatCannotBeCreated() throws IOException {
        Path file = Files.createFile(parent.resolve("file"));

        assertThatThrownBy(() -> create(file.resolve("runs")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("Cannot write the comparison to " + file.resolve("runs") + " (");
    }

    @Test
    void namesRecordThatCannotBeWritten() throws IOException {
        ComparisonFolder folder = create(parent);
        Path record = folder.path().resolve(ComparisonFolder.RECORD);
        Files.delete(record);
        Files.createDirectories(record.resolve("in the way"));

        assertThatThrownBy(() -> folder.finish(START, ForkLoop.End.DECIDED, comparison()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("Cannot write " + record + " (");
    }
}
