// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests how a watch in a separate process ends. */
@Tag("any-jdk")
class WatchProcessTest {

    @TempDir
    Path folder;

    private Path temporary() throws IOException {
        return Files.createDirectories(folder.resolve("tmp"));
    }

    private CommandProcess start(String glob) throws IOException {
        return CommandProcess.start(
                folder,
                List.of("-Djava.io.tmpdir=" + temporary()),
                "watch",
                CommandProcess.fixtures(),
                glob,
                "-Djmh.ignoreLock=true",
                "-DwarmupIterations=1");
    }

    @Tag("processes")
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signals there")
    void endsOnASignal() throws Exception {
        try (CommandProcess command = start("CountingFixture.count")) {
            List<ProcessHandle> all = command.awaitFork();
            CommandProcess.await(
                    "a line", () -> command.printed().contains("  #1  ") ? Optional.of(true) : Optional.empty());
            command.process().destroy();

            assertThat(command.await().status()).isZero();
            CommandProcess.awaitEnd(all);
            assertThat(command.printed()).startsWith("Watching ").contains("CountingFixture.count:threads=1", "ops/s");
        }
        assertThat(temporary()).isEmptyDirectory();
    }

    @Tag("processes")
    @Test
    void leavesNoProcessIfKilled() throws Exception {
        try (CommandProcess command = start("CountingFixture.count")) {
            List<ProcessHandle> all = command.awaitFork();
            command.process().destroyForcibly();

            CommandProcess.awaitEnd(all);
            assertThat(all).hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void rejectsSeveralCases() throws Exception {
        try (CommandProcess command = start("CountingFixture*")) {
            CommandProcess.Outcome outcome = command.await();
            assertThat(outcome.status()).isEqualTo(2);
            assertThat(outcome.err()).startsWith("microbench: Only one case can be watched, but 2 are selected: ");
        }
    }
}
