// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.Eventually;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ParentProcessTest {

    @Test
    void aHostStartedByHandMayOutliveWhoStartedIt() {
        ParentProcess parent = ParentProcess.find(Optional.empty(), ProcessHandle.current());

        assertThat(parent.pid()).isEmpty();
        assertThat(parent.gone()).isFalse();
    }

    /** As under Surefire: a JVM, a shell, and the JVM of the tests. */
    @Test
    void findsTheJvmAboveTheShell() throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("/bin/sh", "-c", "sleep 600; true").start();
        try {
            Eventually.within(
                    120, "a child of the shell", () -> shell.children().count() == 1);
            ProcessHandle sleep = shell.children().findFirst().orElseThrow();
            ParentProcess parent = ParentProcess.find(Optional.of("some.jar"), sleep);

            assertThat(parent.pid()).hasValue(ProcessHandle.current().pid());
            assertThat(parent.gone()).isFalse();
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
    }

    @Test
    void noticesThatItIsGone() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sleep", "600").start();
        ParentProcess parent = ParentProcess.of(process.toHandle());
        assertThat(parent.gone()).isFalse();
        process.destroyForcibly().waitFor();

        assertThat(parent.gone()).isTrue();
    }
}
