// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.process.ForkReaper;
import io.microbench.result.CaseResult;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.text.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the forks and records of hosts in separate JVMs that are ended in various ways. */
@Tag("processes")
@Timeout(600)
class HostEndsForkTest {

    /**
     * Processes that end with their host are gone within this time; a fork that ran until its iteration ended would
     * take five times as long.
     */
    private static final long PATIENCE = HostMain.ITERATION.dividedBy(5).toSeconds();

    @TempDir
    Path temporary;

    private static Path folder(JavaChild host) throws InterruptedException {
        host.awaitLine(line -> line.startsWith(HostMain.FOLDER));
        return host.lines().stream()
                .filter(line -> line.startsWith(HostMain.FOLDER))
                .map(line -> Path.of(line.substring(HostMain.FOLDER.length())))
                .findFirst()
                .orElseThrow();
    }

    private static ProcessHandle child(JavaChild host, String word) {
        return host.handle()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(word))
                .findFirst()
                .orElseThrow();
    }

    /** Returns whether a process has ended; in a container it may remain as a zombie. */
    static boolean gone(ProcessHandle process) {
        try {
            return !process.isAlive()
                    || Files.readString(Path.of("/proc/" + process.pid() + "/stat"))
                            .contains(") Z ");
        } catch (IOException e) {
            return true;
        }
    }

    /** JMH creates temporary files for a fork's output and compiler hints, and a lock file that it never deletes. */
    private void awaitNothingOfJmh() throws InterruptedException {
        Eventually.within(PATIENCE, "JMH's temporary files are gone", () -> names(temporary).stream()
                .noneMatch(name -> name.matches("jmh[0-9].*")));
    }

    static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            return List.of(e.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, unstoppable, 130", "TERM, working, 143", "KILL, unstoppable, 137", "KILL, sleeping, 137"})
    void endsForkWithItsHost(String signal, String method, int exitCode) throws IOException, InterruptedException {
        try (JavaChild host = JavaChild.start(HostMain.class, temporary, temporary.toString(), "works", method)) {
            Path folder = folder(host);
            host.awaitLine((HostMain.DONE + "works")::equals);
            Eventually.within(
                    PATIENCE, "the fork has begun", () -> names(folder).contains(".echo.properties"));
            ProcessHandle fork = child(host, "microbench.fork.id=");
            if (method.equals("unstoppable")) {
                awaitCompiledLoop(fork);
            }
            ProcessHandle reaper = child(host, ForkReaper.NAME);
            assertThat(gone(fork)).isFalse();

            host.signal(signal);
            Eventually.within(PATIENCE, "the fork is gone", () -> gone(fork));

            assertThat(host.awaitEnd()).isEqualTo(exitCode);
            Eventually.within(PATIENCE, "the shell is gone", () -> gone(reaper));
            awaitNothingOfJmh();
            // A host that is asked to exit may or may not write its final record.
            assertThat(names(folder))
                    .isSubsetOf("journal.jsonl", RunFolder.RECORD)
                    .contains(RunFolder.RECORD);
            assertReadable(folder);
        }
    }

    /** A busy machine may need long to give a fork enough processor time to compile its loop. */
    private static void awaitCompiledLoop(ProcessHandle fork) throws InterruptedException {
        Duration begun = processorTime(fork);
        Eventually.within(
                PATIENCE,
                "the loop is compiled",
                () -> processorTime(fork).minus(begun).toMillis() > 700);
    }

    private static Duration processorTime(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void endsProcessesOfBenchmarkWithHost(String signal) throws IOException, InterruptedException {
        try (JavaChild host = JavaChild.start(HostMain.class, temporary, temporary.toString(), "hanging")) {
            Sleepers sleepers = HostMain.sleepers(host.handle());
            try {
                Eventually.within(PATIENCE, "it sleeps", () -> sleepers.alive().size() == 1);
                host.signal(signal);

                assertThat(host.awaitEnd()).isNotZero();
                Eventually.within(
                        PATIENCE, "no process sleeps", () -> sleepers.alive().isEmpty());
                awaitNothingOfJmh();
            } finally {
                sleepers.end();
            }
        }
    }

    @Test
    void namesBenchmarkThatEndsHost() throws IOException, InterruptedException {
        try (JavaChild host =
                JavaChild.start(HostMain.class, temporary, temporary.toString(), "works", "exiting", "working")) {
            assertThat(host.awaitEnd()).isEqualTo(UserException.FAILED);

            assertThat(String.join("\n", host.lines()))
                    .containsPattern(
                            "# FAILED .*exiting:threads=1: It called System.exit at io.microbench.run.FailingFixture.exiting\\(")
                    .containsOnlyOnce(HostMain.DONE);
            assertThat(RunReader.read(folder(host)).cases())
                    .extracting(CaseResult::status)
                    .containsExactly(CaseResult.Status.DONE, CaseResult.Status.FAILED, CaseResult.Status.PLANNED);
        }
    }

    private static void assertReadable(Path folder) {
        RunRecord record = RunReader.read(folder);
        CaseResult before = record.cases().get(0);
        assertThat(before.status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(before.score()).isPresent();
        assertThat(before.forks()).singleElement().satisfies(fork -> assertThat(fork.iterations())
                .hasSize(3));
        CaseResult busy = record.cases().get(1);
        assertThat(busy.status()).isNotEqualTo(CaseResult.Status.DONE);
        assertThat(busy.score()).isEmpty();
    }

    @Test
    void waitsForFirstRun() throws IOException, InterruptedException {
        String output = temporary.toString();
        try (JavaChild first = JavaChild.start(HostMain.class, temporary, output, "works", "await")) {
            first.awaitLine((HostMain.DONE + "works")::equals);
            try (JavaChild second = JavaChild.start(HostMain.class, temporary, output, "works")) {
                second.awaitLine(line -> line.startsWith("# Another JMH run on this machine holds "
                        + temporary.resolve("jmh.lock") + "; waiting up to 30 min"));
                assertThat(second.lines()).noneMatch(line -> line.startsWith(HostMain.FOLDER));
                first.tell("go on");

                assertThat(first.awaitEnd()).as("%s", first.lines()).isZero();
                assertThat(second.awaitEnd()).as("%s", second.lines()).isZero();
                RunRecord one = RunReader.read(folder(first));
                RunRecord two = RunReader.read(folder(second));
                assertThat(two.start()).isAfterOrEqualTo(one.end().orElseThrow());
                assertThat(two.cases().get(0).status()).isEqualTo(CaseResult.Status.DONE);
            }
        }
    }
}
