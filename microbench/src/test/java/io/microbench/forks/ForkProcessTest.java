// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.ForkWatch.ForkProcess;
import io.microbench.process.ProcessTree;
import io.microbench.run.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class ForkProcessTest {

    private static final String MARKER = "-Dmicrobench.fork.id=test/" + System.nanoTime();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(process -> {
            process.descendants().toList().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private Process start(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    private static String sleeper(String more) {
        return JAVA + " " + MARKER + " -Dmore=" + more + " -cp '" + System.getProperty("java.class.path") + "' "
                + Sleeper.class.getName();
    }

    /** A JVM that does nothing. */
    static final class Sleeper {
        private Sleeper() {}

        public static void main(String[] arguments) throws InterruptedException {
            Thread.sleep(600_000);
        }
    }

    /** Linux shows Java only the first 4 KiB of a command line, which class paths often exceed. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10_000})
    void findsForkByMarkerInLongCommandLine(int length) throws IOException, InterruptedException {
        Process fork = start("/bin/sh", "-c", "exec " + sleeper("x".repeat(length)));
        Eventually.within(120, "found", () -> ForkProcess.find(MARKER)
                .map(ProcessHandle::pid)
                .equals(Optional.of(fork.pid())));

        assertThat(ForkProcess.find("-Dmicrobench.fork.id=other")).isEmpty();
    }

    @Test
    void findsForkBehindScriptAndKillsBoth() throws IOException, InterruptedException {
        // The script has the marker among its arguments, like a profiler that starts the fork.
        Process script = start("/bin/sh", "-c", sleeper("x") + "; true", "sh", MARKER);
        Eventually.within(120, "found", () -> ForkProcess.find(MARKER)
                .filter(fork -> fork.parent().map(ProcessHandle::pid).equals(Optional.of(script.pid())))
                .isPresent());
        ProcessHandle fork = ForkProcess.find(MARKER).orElseThrow();

        new ProcessTree().end(Optional.of(script.toHandle()));
        Eventually.within(120, "both ended", () -> !fork.isAlive() && !script.isAlive());
        assertThat(ForkProcess.find(MARKER)).isEmpty();
    }

    /** Before it runs another program, the JDK's jspawnhelper has no command line, and often "java" in its path. */
    @Tag("processes")
    @Test
    void ignoresChildThatIsAboutToRunAnotherProgram() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Integer> others = CompletableFuture.supplyAsync(() -> {
            int count = 0;
            for (; !over.get(); count++) {
                try {
                    new ProcessBuilder("true").start().waitFor();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return count;
        });
        try {
            for (int look = 0; look < 5_000; look++) {
                assertThat(ForkProcess.find("-Dmicrobench.fork.id=other")).isEmpty();
            }
        } finally {
            over.set(true);
        }
        assertThat(others.get()).isPositive();
    }

    @Test
    void returnsEmptyForParentOfEndedProcess() throws Exception {
        Process ended = start("true");
        ended.waitFor();

        assertThat(ForkProcess.outermost(ended.toHandle())).isEmpty();
        Process other = start("sleep", "600");
        assertThat(ForkProcess.outermost(other.toHandle())).contains(other.toHandle());
    }
}
