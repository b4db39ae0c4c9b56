// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Terminates and kills the command while it compares builds. */
@Tag("any-jdk")
class CompareProcessTest {

    @TempDir
    Path folder;

    private CommandProcess start(String cases) throws IOException {
        return CommandProcess.start(
                folder,
                List.of(),
                "compare",
                CommandProcess.fixtures(),
                CommandProcess.fixtures(),
                "--cases",
                cases,
                "-Dmicrobench.output=" + folder,
                "-Djmh.ignoreLock=true",
                "-Dmicrobench.warmupTime=2s");
    }

    private Path comparison() throws IOException {
        try (Stream<Path> made = Files.list(folder)) {
            return made.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    @Tag("processes")
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signals there")
    void endsForksAndHostsAndKeepsResultsOnASignal() throws Exception {
        try (CommandProcess command = start("CountingFixture.count")) {
            List<ProcessHandle> all = command.awaitFork();
            command.process().destroy();

            CommandProcess.Outcome outcome = command.await();
            CommandProcess.awaitEnd(all);
            assertThat(all).hasSizeGreaterThanOrEqualTo(3);
            assertThat(Files.readString(comparison().resolve("comparison.json")))
                    .contains("\"STOPPED\"");
            assertThat(RunReader.read(comparison().resolve("old")).end()).isPresent();
            assertThat(outcome.out()).contains("Stopped before the end.");
        }
    }

    @Tag("processes")
    @Test
    void leavesNoProcessIfKilled() throws Exception {
        try (CommandProcess command = start("CountingFixture.count")) {
            List<ProcessHandle> all = command.awaitFork();
            command.process().destroyForcibly();

            CommandProcess.awaitEnd(all);
            assertThat(RunReader.read(comparison().resolve("new")).end()).isEmpty();
        }
    }

    @Test
    void buildsNeitherIfARevisionIsInvalid() throws Exception {
        for (String[] git : new String[][] {
            {"git", "init", "--quiet"},
            {"git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-m", "one"}
        }) {
            assertThat(new ProcessBuilder(git)
                            .directory(folder.toFile())
                            .inheritIO()
                            .start()
                            .waitFor())
                    .isZero();
        }

        CommandProcess.Outcome outcome =
                CommandProcess.run(folder, "compare", "HEAD..nonsense", "--build", "touch built", "--classes", ".");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err())
                .startsWith("microbench: \"nonsense\" is not a revision of ")
                .doesNotContain("Building");
    }

    @Test
    @Tag("jdk")
    void exitsWithOneIfABenchmarkFails() throws Exception {
        try (CommandProcess command = start("CountingFixture.fail")) {
            CommandProcess.Outcome outcome = command.await();

            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.err())
                    .contains("CountingFixture.fail  FAILED on the ", "boom")
                    .doesNotContain("InterleavedComparison");
        }
    }
}
