// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.Eventually;
import io.microbench.run.Sleepers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ForkReaperTest {

    @TempDir
    Path folder;

    /** Counts the shells that will remove the given file; those of other tests may still be ending. */
    private static long reapers(Path leftover) {
        return ProcessHandle.current()
                .children()
                .map(child -> child.info().commandLine().orElse(""))
                .filter(line -> line.contains(ForkReaper.NAME) && line.contains(leftover.toString()))
                .count();
    }

    @Test
    void killsNothingAndLeavesNoShellAfterNormalEnd() throws IOException, InterruptedException {
        Process fork = new ProcessBuilder("sleep", "600").start();
        Path file = Files.createFile(folder.resolve("echo"));
        try {
            ForkReaper reaper = ForkReaper.start(file);
            Eventually.within(120, "a shell", () -> reapers(file) == 1);
            assertThat(reaper.isAlive()).isTrue();
            reaper.guard(new ProcessTree(), fork.pid());
            reaper.release();
            reaper.close();
            Eventually.within(120, "no shell", () -> reapers(file) == 0 && !reaper.isAlive());

            assertThat(fork.isAlive()).isTrue();
            assertThat(file).exists();
            reaper.close();
        } finally {
            fork.destroyForcibly();
        }
    }

    /** The host is a shell here; the reaper does not depend on which process held the pipe. */
    @Test
    void killsLastNamedProcessAndRemovesFilesAtEndOfPipe() throws IOException, InterruptedException {
        Process first = new ProcessBuilder("sleep", "600").start();
        Process second = new ProcessBuilder("sleep", "600").start();
        Path file = Files.createFile(folder.resolve("an echo with spaces"));
        try {
            ForkReaper reaper = ForkReaper.start(file, folder.resolve("never written"));
            reaper.guard(new ProcessTree(), first.pid());
            reaper.release();
            reaper.guard(new ProcessTree(), second.pid());
            reaper.hangUp();

            assertThat(second.waitFor()).isNotZero();
            Eventually.within(120, "file removed", () -> Files.notExists(file));
            assertThat(first.isAlive()).isTrue();
        } finally {
            first.destroyForcibly();
            second.destroyForcibly();
        }
    }

    /** Processes of an earlier fork have ended, or their ids belong to others. */
    @Test
    void removesFilesOfBusyForkAtEndOfPipe() throws IOException, InterruptedException {
        Path earlier = Files.createFile(folder.resolve("jmh1stdout"));
        Path out = Files.createFile(folder.resolve("jmh2 stdout"));
        Path err = Files.createFile(folder.resolve("jmh3st\u00e4rr"));
        Process fork = new ProcessBuilder("sleep", "600").start();
        try {
            ForkReaper reaper = ForkReaper.start();
            ProcessTree tree = new ProcessTree();
            reaper.guard(tree);
            reaper.guard(tree, fork.pid());
            reaper.remove(List.of(earlier));
            reaper.release();
            reaper.guard(tree);
            reaper.guard(tree, fork.pid());
            reaper.remove(List.of(out, err));
            reaper.hangUp();

            Eventually.within(120, "files removed", () -> Files.notExists(out) && Files.notExists(err));
            assertThat(earlier).exists();
        } finally {
            fork.destroyForcibly();
        }
    }

    /** The grandchild has lost its parent, so only its mark identifies it. */
    @Test
    void killsDescendantsOfNamedProcessAtEndOfPipe() throws IOException, InterruptedException {
        assertAllKilled("(sleep %s &) ; sleep %s & wait", 2, (reaper, tree, pid) -> reaper.guard(tree, pid));
    }

    /** The host died before it learned the id of the process that it started. */
    @Test
    void killsMarkedProcessesAtEndOfPipe() throws IOException, InterruptedException {
        assertAllKilled("exec sleep %s", 1, (reaper, tree, pid) -> reaper.guard(tree));
    }

    /** The data passed to a reaper about a process. */
    private interface Guarding {

        void guard(ForkReaper reaper, ProcessTree tree, long pid);
    }

    /** Closes the pipe while the given number of processes started by a shell sleep. */
    private static void assertAllKilled(String script, int sleeping, Guarding guarding)
            throws IOException, InterruptedException {
        Sleepers sleepers = new Sleepers();
        ProcessTree tree = new ProcessTree();
        ProcessBuilder builder = sleepers.builder(script);
        tree.mark(builder);
        Process fork = builder.start();
        try {
            Eventually.within(120, sleeping + " sleep", () -> sleepers.alive().size() == sleeping);
            ForkReaper reaper = ForkReaper.start();
            guarding.guard(reaper, tree, fork.pid());
            reaper.hangUp();

            assertThat(fork.waitFor()).isNotZero();
            Eventually.within(120, "no process sleeps", () -> sleepers.alive().isEmpty());
        } finally {
            sleepers.end();
        }
    }

    @Test
    void worksWithoutAShell() {
        Set<Long> before = pids();
        ForkReaper none = ForkReaper.none();
        none.guard(new ProcessTree(), 1);
        none.release();
        none.hangUp();

        // The shells of other tests may still be ending, so only new ones count.
        assertThat(pids()).isSubsetOf(before);
        assertThat(none.isAlive()).isFalse();
        none.close();
    }

    private static Set<Long> pids() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
