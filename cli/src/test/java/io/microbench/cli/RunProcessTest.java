// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the JVM in which the command runs a suite, and that it leaves nothing behind. */
@Tag("any-jdk")
class RunProcessTest {

    /** The system properties also apply to the suite's JVM. */
    private static final Map<String, String> OPTIONS =
            Map.of("MICROBENCH_OPTS", "-Xmx512m -Djmh.ignoreLock=true -Dmicrobench.measurementTime=20ms");

    @TempDir
    Path folder;

    private CommandProcess start(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add(1, CommandProcess.fixtures());
        all.addAll(List.of("--forks", "1", "--warmup-iterations", "1", "--measure-iterations", "2"));
        return CommandProcess.start(folder, List.of(), OPTIONS, all.toArray(String[]::new));
    }

    private Path runFolder() throws IOException {
        try (Stream<Path> made = Files.list(folder.resolve("target/microbench"))) {
            return made.findFirst().orElseThrow();
        }
    }

    @Test
    @Tag("jdk")
    void writesRecordAndReportsAsUnderMaven() throws Exception {
        try (CommandProcess command = start("run", "CountingFixture.count", "--warmup-time", "20ms")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).as(outcome.err()).isZero();
            assertThat(outcome.out()).contains("# Fork: 1 of 1", "Iteration   2:", "# Record and reports: ");
            assertThat(outcome.err()).isEmpty();
        }
        RunRecord run = RunReader.read(runFolder());
        assertThat(run.cases()).singleElement().satisfies(one -> {
            assertThat(one.status()).isEqualTo(CaseResult.Status.DONE);
            assertThat(one.forks()).hasSize(1);
            // A fork has no arguments of the command's own JVM or of the host JVM.
            assertThat(one.forks().get(0).jvmArgs()).containsExactly("-Dmicrobench.seed=42");
        });
        assertThat(runFolder().toFile().list()).contains("run.json", "jmh.json", "report.html", "report.md");
    }

    @Tag("processes")
    @Test
    void excludesCasesAndLimitsThreads() throws Exception {
        try (CommandProcess command = start(
                "run",
                "CountingFixture",
                "!fail",
                "-c",
                "1..64*2",
                "-Dmicrobench.maxThreads=3",
                "--warmup-time",
                "20ms")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).as(outcome.err()).isZero();
            assertThat(outcome.out()).contains("# 2 cases, 2 forks");
        }
        RunRecord run = RunReader.read(runFolder());
        assertThat(run.cases())
                .extracting(one -> one.id().method() + one.id().threads())
                .containsExactly("count1", "count2");
        assertThat(run.settings())
                .extracting(setting -> setting.name() + "=" + setting.value())
                .contains(
                        "microbench.cases=CountingFixture;!fail",
                        "microbench.maxThreads=3",
                        "microbench.threads=1..64*2",
                        "microbench.measurementTime=20ms");
    }

    @Tag("processes")
    @Test
    void exitsWithOneIfABenchmarkFails() throws Exception {
        try (CommandProcess command = start("run", "CountingFixture.fail", "--warmup-time", "20ms")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.err())
                    .startsWith("microbench: ")
                    .contains("CountingFixture.fail", "boom")
                    .hasLineCount(1);
        }
    }

    @Tag("processes")
    @Test
    void exitsWithTwoIfNoCaseMatches() throws Exception {
        try (CommandProcess command = start("run", "CountingFixtur.count")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).isEqualTo(2);
            assertThat(outcome.err()).contains("matches none of ", "CountingFixture.count");
        }
    }

    @Tag("processes")
    @Test
    void warnsAboutUnmatchedPatternsAndRejectsAnUnknownReference() throws Exception {
        try (CommandProcess command = start("list", "CountingFixture.count", "CountingFixtur", "!Nobody*")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).isZero();
            assertThat(outcome.err().lines())
                    .satisfiesExactly(
                            line -> assertThat(line)
                                    .startsWith("microbench: WARNING: ")
                                    .contains("\"CountingFixtur\" matches none", "CountingFixture.count"),
                            line -> assertThat(line).contains("\"!Nobody*\" matches none"));
        }
        try (CommandProcess command = start("run", "CountingFixture.count", "--reference", "nix")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).isEqualTo(2);
            assertThat(outcome.err())
                    .startsWith("microbench: microbench.reference = \"nix\" names no case of this run.");
        }
        assertThat(folder.resolve("target")).doesNotExist();
    }

    @Tag("processes")
    @Test
    void exitsWithTwoIfOutputCannotBeWritten() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        try (CommandProcess command = start("run", "CountingFixture.count", "--output", file + "/below")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).as(outcome.err()).isEqualTo(2);
            assertThat(outcome.err())
                    .startsWith(
                            "microbench: microbench.output = \"" + file + "/below\": " + file + " is not a folder.");
        }
        try (CommandProcess command =
                start("run", "CountingFixture.count", "-Dmicrobench.history=jdbc:nobody://there/is")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).as(outcome.err()).isEqualTo(2);
            assertThat(outcome.err()).startsWith("microbench: ").contains("jdbc:nobody:");
        }
    }

    @Tag("processes")
    @Test
    void listsWithoutRunning() throws Exception {
        try (CommandProcess command = start("list", "*Counting*count", "--warmup-time", "1s", "-c", "1,2")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).isZero();
            assertThat(outcome.out())
                    .contains(
                            "CountingFixture.count:threads=1", "CountingFixture.count:threads=2", "1 x 1 s", "2 cases");
        }
        assertThat(folder.resolve("target")).doesNotExist();
    }

    @Tag("processes")
    @Test
    @EnabledOnOs(OS.LINUX)
    void exitsWithTwoIfAListCannotBePrinted() throws Exception {
        Path full = Path.of("/dev/full");
        try (CommandProcess command = CommandProcess.startOn(
                full, folder, List.of(), OPTIONS, "list", CommandProcess.fixtures(), "CountingFixture.count")) {
            assertThat(command.process().waitFor()).isEqualTo(2);
            assertThat(command.errors())
                    .startsWith("microbench: The output is not complete: No space left on device. ")
                    .hasLineCount(1);
        }
    }

    @Tag("processes")
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signals there")
    void printsResultsOnASignal() throws Exception {
        try (CommandProcess command = start("run", "CountingFixture.count", "--warmup-time", "60s")) {
            List<ProcessHandle> all = command.awaitFork();
            command.process().destroy();
            command.await();

            CommandProcess.awaitEnd(all);
            assertThat(command.printed())
                    .contains("The run was stopped; the fork was killed.", "# Record and reports: ");
        }
        assertThat(RunReader.read(runFolder()).end()).isPresent();
    }

    @Tag("processes")
    @Test
    void leavesNoProcessIfKilled() throws Exception {
        try (CommandProcess command = start("run", "CountingFixture.count", "--warmup-time", "60s")) {
            List<ProcessHandle> all = command.awaitFork();
            command.process().destroyForcibly();

            CommandProcess.awaitEnd(all);
            assertThat(all).hasSizeGreaterThanOrEqualTo(2);
        }
    }
}
