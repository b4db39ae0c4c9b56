// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the scripts of the nightly job against a bare local repository. */
@Tag("any-jdk")
class NightlyScriptsTest {

    private static final Path SCRIPTS =
            Path.of("..", "src", "build").toAbsolutePath().normalize();

    private static final String HISTORY = "refs/heads/perf-history";

    @TempDir
    private Path folder;

    private Path remote;
    private Path checkout;

    /** The result of a command. */
    private record Ended(int status, String output) {}

    private static Ended run(Path where, Map<String, String> variables, String... command)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true);
        builder.environment().putAll(variables);
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private static String git(Path where, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("git", "-c", "user.name=test", "-c", "user.email=test@localhost"));
        command.addAll(List.of(arguments));
        Ended ended = run(where, Map.of(), command.toArray(String[]::new));
        assertThat(ended.status()).as(ended.output()).isZero();
        return ended.output().strip();
    }

    @BeforeEach
    void createRepositories() throws Exception {
        remote = folder.resolve("remote.git");
        checkout = folder.resolve("checkout");
        git(folder, "init", "--quiet", "--bare", remote.toString());
        git(folder, "init", "--quiet", checkout.toString());
        git(checkout, "remote", "add", "origin", remote.toString());
        git(checkout, "commit", "--quiet", "--allow-empty", "-m", "main");
        git(checkout, "push", "--quiet", "origin", "HEAD:refs/heads/main");
    }

    private Path night(String suite, String... entries) throws IOException {
        Path night = Files.createTempDirectory(folder, "night");
        for (String entry : entries) {
            Path file = Files.createDirectories(night.resolve(suite)).resolve(entry);
            Files.writeString(file, entry);
        }
        return night;
    }

    private Ended keep(Path night) throws Exception {
        return run(
                checkout,
                Map.of("ATTEMPTS", "3"),
                "bash",
                SCRIPTS.resolve("keep-history").toString(),
                night.toString());
    }

    private List<String> kept() throws Exception {
        return git(remote, "ls-tree", "-r", "--name-only", HISTORY).lines().toList();
    }

    @Test
    void createsTheBranchAndAppendsLaterNights() throws Exception {
        assertThat(keep(night("buffer", "1.json")).status()).isZero();
        assertThat(keep(night("common", "2.json", "notes.txt")).status()).isZero();

        assertThat(kept()).containsExactly("buffer/1.json", "common/2.json");
        assertThat(git(remote, "rev-list", "--count", HISTORY)).isEqualTo("2");
        assertThat(git(checkout, "worktree", "list").lines()).hasSize(1);
    }

    @Test
    void storesFilesOfGatesAndTrainings() throws Exception {
        keep(night("buffer", "1.json"));
        Path later = night("buffer", "2.json");
        for (String part : List.of("gate", "training", ".index")) {
            Files.writeString(
                    Files.createDirectories(later.resolve("buffer").resolve(part))
                            .resolve("a.json"),
                    part);
        }

        assertThat(keep(later).status()).isZero();

        assertThat(kept())
                .containsExactly("buffer/1.json", "buffer/2.json", "buffer/gate/a.json", "buffer/training/a.json");
    }

    @Test
    void keepsEntriesAndCommitsOnlyNewOnes() throws Exception {
        keep(night("buffer", "1.json"));
        Path again = night("buffer", "1.json");
        Files.writeString(again.resolve("buffer/1.json"), "changed");

        assertThat(keep(again).status()).isZero();

        assertThat(git(remote, "rev-list", "--count", HISTORY)).isEqualTo("1");
        assertThat(git(remote, "show", HISTORY + ":buffer/1.json")).isEqualTo("1.json");
    }

    /** Lets the remote refuse the first push, as after a concurrent push. */
    private void refuseFirstPush() throws Exception {
        Path other = folder.resolve("other");
        git(folder, "clone", "--quiet", "--branch", "perf-history", remote.toString(), other.toString());
        Files.writeString(Files.createDirectories(other.resolve("common")).resolve("9.json"), "other");
        git(other, "add", "--all");
        git(other, "commit", "--quiet", "-m", "Append another night");
        git(other, "push", "--quiet", "origin", "HEAD:refs/heads/other");
        hook("""
                [ -e seen ] && exit 0
                touch seen
                env -u GIT_QUARANTINE_PATH -u GIT_OBJECT_DIRECTORY -u GIT_ALTERNATE_OBJECT_DIRECTORIES \\
                  git update-ref refs/heads/perf-history refs/heads/other
                exit 0
                """);
    }

    private void hook(String script) throws IOException {
        Path hook = remote.resolve("hooks/pre-receive");
        Files.writeString(hook, "#!/bin/sh\n" + script);
        assertThat(hook.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void retriesOnTopOfAConcurrentPush() throws Exception {
        keep(night("buffer", "1.json"));
        refuseFirstPush();

        Ended ended = keep(night("buffer", "2.json"));

        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("push 1 of 3 was refused");
        assertThat(kept()).containsExactly("buffer/1.json", "buffer/2.json", "common/9.json");
        assertThat(git(remote, "rev-list", "--count", "--merges", HISTORY)).isEqualTo("0");
    }

    @Tag("processes")
    @Test
    void failsIfTheRemoteAlwaysRefuses() throws Exception {
        hook("exit 1");

        Ended ended = keep(night("buffer", "1.json"));

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output()).contains("push 3 of 3 was refused");
    }

    @Test
    void rejectsAMissingFolder() throws Exception {
        assertThat(keep(folder.resolve("none")).status()).isEqualTo(2);
    }

    @Test
    void reportsASkippedPowerLossCheck() throws Exception {
        Path commands = Files.createDirectories(folder.resolve("bin"));
        for (String name : List.of("id", "sudo")) {
            Path command = Files.writeString(commands.resolve(name), "#!/bin/sh\necho 1000\nexit 1\n");
            assertThat(command.toFile().setExecutable(true)).isTrue();
        }

        Ended ended = run(
                folder,
                Map.of("PATH", commands + ":" + System.getenv("PATH")),
                "bash",
                SCRIPTS.resolve("check-power-loss").toString());

        assertThat(ended)
                .isEqualTo(new Ended(
                        2,
                        "power loss: not checked (it needs root, or sudo without a password)"
                                + System.lineSeparator()));
    }

    private static String functions() throws IOException {
        String script = Files.readString(SCRIPTS.resolve("nightly"));
        return script.substring(script.indexOf("escaped() {"), script.indexOf("worst=0"));
    }

    private Ended gateStatus(int status, String line) throws Exception {
        Path gate = Files.writeString(folder.resolve("gate.txt"), line + "\nRun night-1\n");
        return run(
                folder,
                Map.of("GITHUB_ACTIONS", "true"),
                "bash",
                "-c",
                functions() + "gate_status \"$@\"",
                "bash",
                Integer.toString(status),
                "buffer",
                gate.toString());
    }

    @Test
    void reportsOnlyAShortHistoryAsANotice() throws Exception {
        String young = "Nothing was judged yet: the history has 2 runs, and a case needs 3 earlier runs";

        assertThat(gateStatus(2, young))
                .isEqualTo(new Ended(0, "::notice::nightly: buffer: " + young + System.lineSeparator()));
        assertThat(gateStatus(2, "Nothing was judged: the history has too few runs to compare this run with"))
                .isEqualTo(new Ended(2, ""));
        assertThat(gateStatus(3, young)).isEqualTo(new Ended(3, ""));
        assertThat(gateStatus(2, "")).isEqualTo(new Ended(2, ""));
    }

    private String escaped(String function, String text) throws Exception {
        Ended ended = run(folder, Map.of(), "bash", "-c", functions() + function + " \"$1\"", "bash", text);
        assertThat(ended.status()).isZero();
        return ended.output();
    }

    @Test
    void escapesNamesOfBranches() throws Exception {
        String branch = "a<img/src=x>&\"it's\"\u001B[2J";

        assertThat(escaped("escaped", branch)).isEqualTo("a&lt;img/src=x&gt;&amp;&quot;it&#39;s&quot;[2J");
        assertThat(escaped("in_markdown", "[x](http://a)<b>#1")).isEqualTo("\\[x\\]\\(http://a\\)&lt;b&gt;\\#1");
    }

    @Test
    void runsBranchesBrieflyAndMainFully() throws Exception {
        String workflow = Files.readString(Path.of("..", ".github", "workflows", "nightly.yml"));
        Map<String, String> jobs = new HashMap<>();
        for (String job : workflow.substring(workflow.indexOf("\njobs:")).split("\\n(?=  [a-z]+:\\n)")) {
            jobs.put(job.substring(0, job.indexOf(':')).strip(), job);
        }

        assertThat(workflow)
                .contains("\n  schedule:\n", "\n  workflow_dispatch:\n", "    branches-ignore: [perf-history]\n")
                .contains("-${{ github.event_name == 'push' }}\n  cancel-in-progress: true\n");
        assertThat(jobs.getOrDefault("short", ""))
                .contains(
                        "    if: github.event_name == 'push' || github.ref != 'refs/heads/main'\n",
                        "run: src/build/nightly --short\n");
        assertThat(jobs.getOrDefault("full", ""))
                .contains(
                        "    if: github.event_name != 'push' && github.ref == 'refs/heads/main'\n",
                        "run: src/build/nightly\n");
        assertThat(jobs.getOrDefault("publish", ""))
                .contains(
                        "    needs: full\n",
                        "    if: always() && github.ref == 'refs/heads/main'",
                        "actions/deploy-pages@");
        assertThat(Files.readString(SCRIPTS.resolve("nightly"))).contains("\"$command\" gate ");
    }

    @Test
    void workflowsPinActionsAndDropTokens() throws Exception {
        for (String name : List.of("nightly.yml", "build.yml")) {
            String workflow = Files.readString(Path.of("..", ".github", "workflows", name));

            assertThat(workflow.lines().filter(line -> line.contains("uses:")))
                    .isNotEmpty()
                    .allMatch(line -> line.matches(".*uses: actions/[a-z-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
            for (String job : workflow.substring(workflow.indexOf("\njobs:")).split("\\n(?=  [a-z]+:\\n)")) {
                if (job.contains("mvnw") || job.contains("src/build/nightly")) {
                    assertThat(job).doesNotContain(": write");
                    assertThat(job.split("actions/checkout@", -1).length)
                            .as("each checkout of %s", job.lines().findFirst().orElse(""))
                            .isEqualTo(job.split("persist-credentials: false", -1).length);
                }
            }
        }
    }
}
