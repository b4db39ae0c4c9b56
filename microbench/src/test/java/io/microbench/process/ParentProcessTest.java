// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.Eventually;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ParentProcessTest {

    /** As under Surefire: a JVM, a shell, and the JVM of the tests. */
    @Test
    void findsJvmAboveShell() throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("/bin/sh", "-c", "sleep 600; true").start();
        try {
            Eventually.within(
                    120, "a child of the shell", () -> shell.children().count() == 1);
            ProcessHandle sleep = shell.children().findFirst().orElseThrow();

            assertThat(ParentProcess.nearestJvm(sleep)).contains(ProcessHandle.current());
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
    }
}
