// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges folders of made-up runs. */
class MergeCommandTest {

    private static final Instant START = Instant.parse("2026-05-04T03:02:01Z");

    @TempDir
    private Path folder;

    private final TestConsole console = new TestConsole();

    private static CaseResult done(String method) {
        CaseId id = new CaseId("com.acme.CodecBenchmark", method, new TreeMap<>(), 1, Optional.empty());
        IterationResult iteration = new IterationResult(
                IterationResult.Phase.MEASUREMENT, 1, START.plusSeconds(1), 7, 1, Map.of(), Map.of(), Optional.empty());
        return new CaseResult(
                id,
                CasePlan.builder(Mode.AVERAGE_TIME).build(),
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(7, 0.1, "ns/op")),
                Map.of(),
                List.of(ForkResult.builder(1)
                        .start(START)
                        .end(START.plusSeconds(6))
                        .iterations(List.of(iteration))
                        .build()));
    }

    private RunFolder begun(String shard, String method) {
        return begun(shard, done(method));
    }

    private RunFolder begun(String shard, CaseResult result) {
        return RunFolder.create(
                folder,
                START,
                Environment.builder().host("build-7").build(),
                List.of(new SettingValue("microbench.shard", shard, "system property")),
                List.of(result));
    }

    private String ended(String shard, String method) {
        RunFolder run = begun(shard, method);
        run.finish(START.plusSeconds(9));
        return run.path().toString();
    }

    @Test
    void writesOneRunWithItsReports() {
        Path merged = folder.resolve("deep/merged");
        assertThat(console.run("merge", ended("2/2", "b"), ended("1/2", "a"), "--output", merged.toString()))
                .as(String.join("\n", console.errors()))
                .isZero();

        assertThat(console.out()).isEqualTo("2 cases of 2 runs merged: " + merged + System.lineSeparator());
        assertThat(merged).isDirectoryContaining("glob:**/run.json");
        RunRecord run = RunReader.readSound(merged);
        assertThat(run.id()).isEqualTo("merged");
        assertThat(run.cases()).extracting(result -> result.id().method()).containsExactly("a", "b");
        assertThat(run.nodes().orElseThrow()).hasSize(2);
        assertThat(merged.resolve("report.html")).isNotEmptyFile();
        assertThat(merged.resolve("report.md")).content().contains("shard 1/2");
        assertThat(merged.resolve("jmh.json")).content().contains("com.acme.CodecBenchmark.a");
    }

    @Test
    void reportsAMergedRunLikeOthers() {
        Path merged = folder.resolve("merged");
        assertThat(console.run("merge", ended("1/1", "a"), "--output", merged.toString()))
                .isZero();
        TestConsole report = new TestConsole();

        assertThat(report.run("report", merged.toString())).isZero();
        assertThat(report.out()).contains("CodecBenchmark.a", "shard 1/1");
    }

    @Test
    void warnsAboutIncompleteShards() {
        RunFolder killed = begun("3/3", "c");
        assertThat(console.run(
                        "merge",
                        ended("1/3", "a"),
                        killed.path().toString(),
                        "--partial",
                        "--output",
                        folder.resolve("merged").toString()))
                .isZero();

        assertThat(console.errors())
                .containsExactly(
                        "microbench: WARNING: not in the merged run: " + killed.path()
                                + ", shard 3/3: the run was killed, or is still running, with 0 of 1 case unfinished",
                        "microbench: WARNING: not in the merged run: There is no run of shard 2/3");
    }

    @Test
    void failsWithoutAnyScore() {
        assertThat(console.run("merge", skipped("1/2", "a"), ended("2/2", "b"), "--output", folder + "/some"))
                .isZero();
        assertThat(console.out())
                .isEqualTo("2 cases of 2 runs merged, 1 without a score: " + folder + "/some" + System.lineSeparator());

        TestConsole none = new TestConsole();
        assertThat(none.run("merge", skipped("1/1", "c"), "--output", folder + "/none"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(none.out()).startsWith("1 case of 1 run merged, 1 without a score: ");
    }

    private String skipped(String shard, String method) {
        CaseResult measured = done(method);
        RunFolder run = begun(
                shard,
                new CaseResult(
                        measured.id(),
                        measured.plan(),
                        CaseResult.Status.SKIPPED,
                        "no time",
                        Optional.empty(),
                        Map.of(),
                        List.of()));
        run.finish(START.plusSeconds(9));
        return run.path().toString();
    }

    @Test
    void rejectsIncompleteShardsAndWritesNothing() throws Exception {
        Path merged = folder.resolve("merged");
        assertThat(console.run("merge", ended("1/2", "a"), "--output", merged.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .containsExactly(
                        "microbench: There is no run of shard 2/2. Measure the missing part, or merge the existing runs"
                                + " with --partial");
        assertThat(merged).doesNotExist();
    }

    @Test
    void rejectsAFolderWithoutARun() {
        assertThat(console.run("merge", folder.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .singleElement()
                .asString()
                .startsWith("microbench: " + folder.resolve("run.json") + ": does not exist");
    }

    @Test
    void requiresARun() {
        assertThat(console.run("merge")).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors()).first().asString().contains("Missing required parameter: 'RUN'");
    }

    @Test
    void rejectsDuplicateRuns() {
        String run = ended("1/1", "a");
        assertThat(console.run("merge", run, run)).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .first()
                .asString()
                .contains("The case com.acme.CodecBenchmark.a:threads=1 is in two runs");
    }

    @Test
    void doesNotOverwriteFolders() throws Exception {
        Path there = Files.createDirectory(folder.resolve("there"));
        assertThat(console.run("merge", ended("1/1", "a"), "--output", there.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.errors()).containsExactly("microbench: " + there + " already exists. Choose a new folder.");
        assertThat(there).isEmptyDirectory();
    }

    @Test
    void rejectsInvalidRunNames() {
        assertThat(console.run(
                        "merge",
                        ended("1/1", "a"),
                        "--output",
                        folder.resolve("my run").toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .first()
                .asString()
                .contains("The folder name my run cannot be the name of a run", "expected up to");
    }
}
