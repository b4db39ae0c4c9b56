// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.replicated.EtcdMember.EtcdOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no sh")
class EtcdOutputTest {

    @TempDir
    private Path folder;

    /** Returns the description of a process that prints lines and ends. */
    private String end(int exitCode, String... lines) throws Exception {
        Path file = Files.write(folder.resolve("lines"), List.of(lines));
        return EtcdOutput.of(process("cat '" + file + "'; exit " + exitCode))
                .end()
                .get(60, TimeUnit.SECONDS);
    }

    private static Process process(String script) throws IOException {
        return new ProcessBuilder("/bin/sh", "-c", script).start();
    }

    @Test
    void findsTheReasonAmongStackTraces() throws Exception {
        assertThat(end(
                        2,
                        "{\"level\":\"panic\",\"error\":\"no space left on device\",\"stacktrace\":\"main\\n\\tmain.go:28\"}",
                        "panic: failed to create WAL",
                        "",
                        "goroutine 1 [running]:",
                        "go.uber.org/zap/zapcore.(*CheckedEntry).Write(0xc0001a0000)",
                        "\tgo.uber.org/zap/zapcore/entry.go:264 +0x3ec"))
                .isEqualTo("etcd ended with exit code 2; last output:"
                        + " {\"level\":\"panic\",\"error\":\"no space left on device\"}; panic: failed to create WAL");
    }

    @Test
    void reportsOnlyTheLastLines() throws Exception {
        assertThat(end(0, "1", "2", "3", "4", "5", "6"))
                .isEqualTo("etcd ended with exit code 0; last output: 2; 3; 4; 5; 6");
        assertThat(end(1)).isEqualTo("etcd ended with exit code 1; last output: nothing");
    }

    @Test
    void hasNoEndWhileTheProcessRuns() throws Exception {
        Process process = process("exec sleep 100");
        try {
            EtcdOutput output = EtcdOutput.of(process);

            assertThat(output.end()).isNotDone();
            assertThat(output.last()).isEqualTo("nothing");
        } finally {
            process.destroyForcibly();
        }
    }
}
