// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.GateNotes;
import io.microbench.history.HistoryStore;
import io.microbench.history.RunSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The nightly gate from end to end: a git repository with ten good commits, a night with a busy machine, and a slower
 * commit. The history is made up; forks of two commits, which are checked out and compiled,
 * confirm the suspect.
 */
@Tag("any-jdk")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the repository builds itself by a shell script")
class NightlyGateProcessTest {

    private static final String ENCODE = "io.microbench.cli.NightFixture.encode:threads=1";
    private static final String DECODE = "io.microbench.cli.NightFixture.decode:threads=1";
    private static final int GOOD = 10;

    @TempDir
    Path folder;

    private Path repository;
    private Path history;
    private int night;
    private final List<String> commits = new ArrayList<>();

    /** The exit code and the output of the command. */
    private record Ended(int exitCode, String out, String err) {}

    @BeforeEach
    void createTenGoodNights() throws Exception {
        repository = Files.createDirectory(folder.resolve("repository"));
        history = folder.resolve("history");
        git("init", "--quiet", "--initial-branch=main");
        Files.writeString(repository.resolve("build.sh"), """
                mkdir out && "$JAVA_HOME/bin/javac" -proc:none -d out -cp "$LIBRARIES" NightFixture.java
                """);
        for (int i = 0; i < GOOD; i++) {
            commit(1000, 1000, "good " + i);
            measured(1, 1);
        }
    }

    private void commit(int encode, int decode, String message) throws Exception {
        Files.writeString(repository.resolve("NightFixture.java"), """
                package io.microbench.cli;
                // %s
                @org.openjdk.jmh.annotations.BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
                @org.openjdk.jmh.annotations.OutputTimeUnit(java.util.concurrent.TimeUnit.NANOSECONDS)
                public class NightFixture {
                    @org.openjdk.jmh.annotations.Benchmark
                    public void encode() {
                        org.openjdk.jmh.infra.Blackhole.consumeCPU(%d);
                    }
                    @org.openjdk.jmh.annotations.Benchmark
                    public void decode() {
                        org.openjdk.jmh.infra.Blackhole.consumeCPU(%d);
                    }
                }
                """.formatted(message, encode, decode));
        git("add", "--all");
        git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", message);
        commits.add(git("rev-parse", "HEAD"));
    }

    /** Appends tonight's run, in which the two cases took these multiples of their usual time. */
    private void measured(double encode, double decode) {
        double breath = 1 + 0.004 * (night % 3);
        RunSummary run = MadeNights.night(
                night,
                commits.get(commits.size() - 1),
                MadeNights.time(ENCODE, 2100 * breath * encode),
                MadeNights.time(DECODE, 2100 * breath * decode));
        try (HistoryStore store = HistoryStore.open(history.toString())) {
            assertThat(store.append(run)).isTrue();
        }
        night++;
    }

    private String git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command)
                .directory(repository.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(git.waitFor()).as(printed).isZero();
        return printed;
    }

    private Ended gate(String... more) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "gate",
                history.toString(),
                "--branch=main",
                "--build=sh build.sh",
                "--classes=out",
                "--classpath=" + CommandProcess.fixtures(),
                "--confidence=95%",
                "-Dmicrobench.output=" + folder.resolve("comparisons"),
                "-Djmh.ignoreLock=true",
                "-DwarmupIterations=1",
                "-DmeasureIterations=9",
                "-Dmicrobench.warmupTime=20ms",
                "-Dmicrobench.measurementTime=20ms"));
        command.addAll(List.of(more));
        ProcessBuilder started = new ProcessBuilder(command)
                .directory(repository.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        started.environment().put("LIBRARIES", System.getProperty("java.class.path"));
        started.environment().put("JAVA_HOME", System.getProperty("java.home"));
        int exitCode = started.start().waitFor();
        return new Ended(exitCode, Files.readString(out), Files.readString(err));
    }

    @Tag("processes")
    @Test
    void confirmsTheSlowCommitOnly() throws Exception {
        commit(1000, 1000, "harmless");
        measured(1.5, 1);
        // The last commit changed a comment.
        Ended noisy = gate("--fork-range=..20", "--budget=8m");

        assertThat(noisy.exitCode()).as(noisy.err() + noisy.out()).isEqualTo(ExitCode.FINE);
        assertThat(noisy.out())
                .startsWith("No regression: 1 case under suspicion, 1 ruled out\n")
                .contains(
                        "\nRULED OUT  " + ENCODE + "\n",
                        "no code that this case runs changed between "
                                + commits.get(GOOD - 1).substring(0, 10) + " and "
                                + commits.get(GOOD).substring(0, 10) + ": the machine, the JDK or noise");

        commit(1000, 2000, "decode twice");
        measured(1, 2);
        Ended slow = gate("--fork-range=..80", "--budget=8m");

        assertThat(slow.exitCode()).as(slow.err() + slow.out()).isEqualTo(ExitCode.REGRESSION);
        String good = commits.get(GOOD).substring(0, 10);
        String bad = commits.get(GOOD + 1).substring(0, 10);
        assertThat(slow.out())
                .startsWith("REGRESSION: 1 case under suspicion, 1 confirmed\n")
                .contains(
                        "CONFIRMED  " + DECODE,
                        "SLOWER, speed -",
                        "changed code that it runs: io.microbench.cli.NightFixture\n",
                        "    " + bad + " decode twice\n",
                        "microbench compare " + good + ".." + bad + " ",
                        "--confidence 95%",
                        "--fork-range ..80",
                        "--budget 8m",
                        "--build 'sh build.sh'",
                        "--classes out",
                        "--cases '" + DECODE + "'")
                .doesNotContain("  " + ENCODE, "harmless");
        try (HistoryStore store = HistoryStore.open(history.toString())) {
            assertThat(store.notes(warning -> {})).extracting(GateNotes::runId).contains("night-10", "night-11");
        }
        assertThat(git("status", "--porcelain")).isEmpty();
        assertThat(git("worktree", "list").lines()).hasSize(1);
    }

    @Test
    @Tag("processes")
    void confirmsTheSlowCommitOnNodes() throws Exception {
        NodeCommands commands = NodeCommands.in(folder);
        commit(1000, 3000, "decode three times");
        measured(1, 3);
        try (CommandProcess a = commands.start("node", "--name", "a", "--port", "0")) {
            String address = NodeCommands.address(a);
            try (CommandProcess b = commands.start("node", "--name", "b", "--join", address)) {
                NodeCommands.address(b);

                Ended slow = gate(
                        "--nodes=a,b",
                        "-Dmicrobench.join=" + address,
                        "-Dmicrobench.cluster.keyFile=" + commands.keyFile(),
                        "--fork-range=..80",
                        "--budget=8m");

                assertThat(slow.exitCode()).as(slow.err() + slow.out()).isEqualTo(ExitCode.REGRESSION);
                assertThat(slow.out())
                        .contains(
                                "CONFIRMED  " + DECODE,
                                "SLOWER, speed -",
                                "-Dmicrobench.cluster.keyFile=" + commands.keyFile());
                assertThat(slow.err()).contains("1 case on 2 nodes (a,b), ", "NightFixture.decode  pair 1 on ");
            }
        }
    }

    @Test
    void failsIfACommitIsNotFetched() throws Exception {
        commits.add("0123456789012345678901234567890123456789");
        measured(1, 1);
        measured(1.5, 1);
        Ended ended = gate("--budget=1m");

        assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(ended.err())
                .contains("\"0123456789012345678901234567890123456789\" is not a revision of", "git fetch");
    }
}
