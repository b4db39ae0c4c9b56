/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.microbench.result.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own: what it leaves behind when it is told to go, and when it is killed. */
class CompareProcessTest {

    private static final long PATIENCE_SECONDS = 600;

    @TempDir
    Path folder;

    private Optional<Process> command = Optional.empty();

    /** The test classes of this module, with JMH; the harness comes by itself. */
    static String classPath() {
        return Path.of(CountingFixture.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
    }

    private Process start(String cases) throws IOException {
        Process started = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "compare",
                        classPath(),
                        classPath(),
                        "--cases",
                        cases,
                        "-Dmicrobench.output=" + folder,
                        "-Djmh.ignoreLock=true",
                        "-Dmicrobench.warmupTime=2s")
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
        command = Optional.of(started);
        return started;
    }

    @AfterEach
    void leaveNothingBehind() {
        command.ifPresent(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private static <T> T await(String what, Supplier<Optional<T>> supplier) throws InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            Optional<T> found = supplier.get();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(50);
        }
        return fail("waited in vain for " + what);
    }

    /** Waits for a fork, and returns all processes that were started by then. */
    private static List<ProcessHandle> awaitFork(Process command) throws InterruptedException {
        await("a fork", () -> command.descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("ForkedMain"))
                .findFirst());
        return command.descendants().toList();
    }

    private static void awaitGone(List<ProcessHandle> processes) throws InterruptedException {
        await(
                "the end of all processes",
                () -> processes.stream().noneMatch(ProcessHandle::isAlive) ? Optional.of(true) : Optional.empty());
    }

    private Path comparison() throws IOException {
        try (Stream<Path> made = Files.list(folder)) {
            return made.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signals there")
    void toldToGoItTakesForksAndHostsAlongAndKeepsWhatThereIs() throws Exception {
        Process started = start("CountingFixture.count");
        List<ProcessHandle> all = awaitFork(started);
        started.destroy();

        assertThat(started.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        awaitGone(all);
        assertThat(all).hasSizeGreaterThanOrEqualTo(3);
        assertThat(Files.readString(comparison().resolve("comparison.json"))).contains("\"STOPPED\"");
        assertThat(RunReader.read(comparison().resolve("old")).end()).isPresent();
        assertThat(Files.readString(folder.resolve("out.txt"))).contains("Stopped before it was done.");
    }

    @Test
    void killedItLeavesNoProcess() throws Exception {
        Process started = start("CountingFixture.count");
        List<ProcessHandle> all = awaitFork(started);
        started.destroyForcibly();

        awaitGone(all);
        assertThat(RunReader.read(comparison().resolve("new")).end()).isEmpty();
    }

    @Test
    void aRangeWithARevisionThatIsNoneBuildsNeither() throws Exception {
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
    void aBenchmarkThatFailsIsExitCodeOne() throws Exception {
        Process started = start("CountingFixture.fail");

        assertThat(started.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(started.exitValue()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("err.txt")))
                .contains("CountingFixture.fail  FAILED on the ", "boom")
                .doesNotContain("InterleavedComparison");
    }
}
