// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.ForkResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passes a secret to the command in every possible way, and searches all output for it. */
@Tag("processes")
class SecretsProcessTest {

    private static final String CANARY = SecretFixture.CANARY;

    @TempDir
    Path folder;

    @TempDir
    Path temporary;

    private List<String> secrets() throws ClassNotFoundException {
        String driver = Class.forName("org.h2.Driver")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return List.of(
                "-cp",
                driver,
                "-Dmicrobench.jvmArgs='-Dapi.token=" + CANARY + "' -Dforwarded.password=" + CANARY,
                "-Dmicrobench.history=jdbc:h2:file:" + folder.resolve("history") + ";USER=me;PASSWORD=" + CANARY,
                "-Djava.io.tmpdir=" + temporary);
    }

    private CommandProcess start(String warmup, String method, List<String> more) throws IOException {
        List<String> all = new ArrayList<>(List.of("run", CommandProcess.fixtures(), "SecretFixture." + method));
        all.addAll(List.of("--forks", "1", "--warmup-iterations", "1", "--warmup-time", warmup));
        all.addAll(List.of("--measure-iterations", "2", "--measurement-time", "20ms", "-Djmh.ignoreLock=true"));
        all.addAll(more);
        return CommandProcess.start(
                folder,
                List.of("-Djava.io.tmpdir=" + temporary, "-Dhost.password=" + CANARY),
                Map.of("CANARY_PASSWORD", CANARY),
                all.toArray(String[]::new));
    }

    /** Returns the files below a folder that contain the secret. */
    private static List<Path> withSecret(Path where) throws IOException {
        try (Stream<Path> files = Files.walk(where)) {
            return files.filter(Files::isRegularFile)
                    .filter(SecretsProcessTest::hasSecret)
                    .toList();
        }
    }

    private static boolean hasSecret(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(CANARY);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path runFolder() throws IOException {
        try (Stream<Path> made = Files.list(folder.resolve("target/microbench"))) {
            return made.findFirst().orElseThrow();
        }
    }

    private boolean hasArgumentFile() {
        try (Stream<Path> files = Files.walk(temporary)) {
            return files.anyMatch(file -> file.toString().endsWith(".arguments"));
        } catch (IOException | java.io.UncheckedIOException e) {
            // A folder was deleted meanwhile.
            return true;
        }
    }

    @Test
    void hidesSecretsInFilesOutputAndCommandLines() throws Exception {
        try (CommandProcess command = start("20ms", "works", secrets())) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).as(outcome.err()).isZero();
            assertThat(outcome.out() + outcome.err())
                    .contains("# VM options: ", "History: jdbc:h2:file:")
                    .doesNotContain(CANARY);
        }
        RunRecord run = RunReader.read(runFolder());
        ForkResult fork = run.cases().get(0).forks().get(0);
        assertThat(fork.echo()).containsEntry("arrived", "true").containsEntry("shown", "[]");
        assertThat(fork.echo().get("jvm.arguments")).contains("-Dasked.password=***", "-Dapi.token=***");
        assertThat(fork.jvmArgs()).contains("-Dasked.password=***", "-Dapi.token=***", "-Dforwarded.password=***");
        assertThat(runFolder().toFile().list()).contains("run.json", "jmh.json", "report.html", "report.md");
        assertThat(withSecret(folder)).isEmpty();
        assertThat(hasArgumentFile()).isFalse();
    }

    @Test
    void hidesSecretsInFailures() throws Exception {
        try (CommandProcess command = start("20ms", "throwing", secrets())) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).as(outcome.err()).isEqualTo(1);
            assertThat(outcome.out() + outcome.err())
                    .contains("jdbc:postgresql://me:***@host/db?password=***")
                    .doesNotContain(CANARY);
        }
        assertThat(withSecret(folder)).isEmpty();
    }

    @Test
    void hidesSecretsOfInvalidSettings() throws Exception {
        List<String> wrong = List.of(
                "-Dmicrobench.threads=jdbc:postgresql://me:" + CANARY + "@host/db?password=" + CANARY,
                "-Dmicrobench.histroy=jdbc:h2:x;PASSWORD=" + CANARY);
        try (CommandProcess command = start("20ms", "works", wrong)) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).isEqualTo(2);
            assertThat(outcome.err())
                    .contains("microbench.threads = \"jdbc:postgresql://me:***@host/db\"", "microbench.histroy = ")
                    .doesNotContain(CANARY);
        }
        try (CommandProcess command =
                start("20ms", "works", List.of("-Dmicrobench.history=postgresql://me:" + CANARY + "@host/db"))) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).isEqualTo(2);
            assertThat(outcome.err())
                    .contains("\"postgresql://me:***@host/db\" is not a history")
                    .doesNotContain(CANARY);
        }
        assertThat(withSecret(folder)).isEmpty();
    }

    @Test
    void hidesSecretsInOtherCommands() throws Exception {
        List<List<String>> commands = List.of(
                List.of("environment", "--jvm-args", "-javaagent:a.jar=password=" + CANARY),
                List.of("environment", "--format", "json"),
                List.of("history", "list", "jdbc:postgresql://me:" + CANARY + "@localhost:1/db?password=" + CANARY),
                List.of("history", "list", "jdbc:nobody://me:" + CANARY + "@host/db?password=" + CANARY),
                List.of("history", "list", "folder", "jdbc:h2:x;PASSWORD=" + CANARY),
                List.of("--verbose", "--jvm-arg", "-Dx.password=" + CANARY, "--format", "json", "Math.sqrt(2)"));
        for (List<String> each : commands) {
            try (CommandProcess command = CommandProcess.start(
                    folder, List.of("-Djava.host.password=" + CANARY), each.toArray(String[]::new))) {
                CommandProcess.Outcome outcome = command.await();
                assertThat(outcome.out() + outcome.err())
                        .as(each.toString())
                        .contains("***")
                        .doesNotContain(CANARY);
            }
        }
    }

    @Test
    void leavesNoArgumentFileIfKilled() throws Exception {
        try (CommandProcess command = start("60s", "works", secrets())) {
            // The system only shows the beginning of the fork's long command line.
            CommandProcess.await(
                    "the first iteration",
                    () -> command.printed().contains("# Warmup Iteration") ? Optional.of(true) : Optional.empty());
            CommandProcess.await(
                    "the end of the argument files", () -> hasArgumentFile() ? Optional.empty() : Optional.of(true));
            List<ProcessHandle> all = command.process().descendants().toList();
            command.process().destroyForcibly();

            CommandProcess.awaitEnd(all);
        }
        assertThat(hasArgumentFile()).isFalse();
    }
}
