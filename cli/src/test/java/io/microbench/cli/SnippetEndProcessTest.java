// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Terminates or kills the command while it measures a snippet. */
@Tag("any-jdk")
class SnippetEndProcessTest {

    @TempDir
    Path folder;

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signals there")
    @Tag("jdk")
    void cleansUpAndPrintsOnASignal() throws Exception {
        try (CommandProcess command = CommandProcess.start(
                folder,
                List.of("-Djava.io.tmpdir=" + folder),
                "ready.createNewFile();",
                "--init",
                "var ready = new File(\"ready\")",
                "--done",
                "new File(\"cleaned\").createNewFile();",
                "-s",
                "1",
                "-d",
                "60s",
                "-w",
                "0")) {
            List<ProcessHandle> all = command.awaitFork();
            CommandProcess.await("the first call", () -> existing("ready"));
            command.process().destroy();
            Outcome outcome = command.await();

            assertThat(outcome.out()).startsWith("Snippet ");
            assertThat(outcome.err()).contains("Interrupted before anything was measured.");
            assertThat(existing("cleaned")).isPresent();
            CommandProcess.awaitEnd(all);
            try (Stream<Path> left = Files.list(folder)) {
                assertThat(left.filter(path -> path.getFileName().toString().startsWith("microbench-")))
                        .isEmpty();
            }
        }
    }

    @Tag("processes")
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no shell that ends forks there")
    void leavesNoProcessIfKilled() throws Exception {
        try (CommandProcess command =
                CommandProcess.start(folder, List.of(), "1 + 1", "-s", "1", "-d", "60s", "-w", "1")) {
            List<ProcessHandle> all = command.awaitFork();
            Thread.sleep(200);
            command.process().destroyForcibly();

            CommandProcess.awaitEnd(all);
        }
    }

    private Optional<Path> existing(String name) {
        return Optional.of(folder.resolve(name)).filter(Files::exists);
    }
}
