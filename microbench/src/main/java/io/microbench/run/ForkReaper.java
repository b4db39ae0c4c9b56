/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Ends a fork whose host has died, whatever the fork is doing.
 *
 * <p>A fork notices the death of its host only between iterations, and a JVM that cannot reach a safepoint cannot even halt
 * itself. So a shell waits beside the host, reading from a pipe: the host writes the process id of the busy fork into it, and
 * an empty line when the fork is gone. When the host dies, however it dies, the system closes the pipe, and the shell kills
 * what was named last and removes what it wrote for the host. It ignores the interrupt that Ctrl-C sends to the whole group, since that is when it is needed.
 * Windows has no such shell; there a fork ends with its current iteration.
 */
final class ForkReaper implements AutoCloseable {

    /** The name under which the shell is seen among the processes. */
    static final String NAME = "microbench-reaper";

    private static final String SCRIPT = "trap '' INT TERM HUP; fork=; while read -r line; do fork=$line; done;"
            + " [ -z \"$fork\" ] || kill -9 \"$fork\"; rm -rf -- \"$@\"";

    private final Optional<Process> shell;

    private ForkReaper(Optional<Process> shell) {
        this.shell = shell;
    }

    /**
     * Starts the shell.
     *
     * @param leftovers files and folders that nobody else removes when the host dies
     */
    static ForkReaper start(Path... leftovers) {
        if (File.separatorChar != '/') {
            return none();
        }
        try {
            List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, NAME));
            Arrays.stream(leftovers).map(Path::toString).forEach(command::add);
            Process started = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new ForkReaper(Optional.of(started));
        } catch (IOException e) {
            return none();
        }
    }

    /** Returns one that guards nothing. */
    static ForkReaper none() {
        return new ForkReaper(Optional.empty());
    }

    /** The given fork is busy now. */
    void guard(long pid) {
        write(Long.toString(pid));
    }

    /** No fork is busy. */
    void release() {
        write("");
    }

    private void write(String line) {
        if (shell.isEmpty()) {
            return;
        }
        try {
            OutputStream pipe = shell.get().getOutputStream();
            pipe.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException e) {
            // The shell is gone: then nothing guards, and the run itself is not worse off.
        }
    }

    /** Closes the pipe, as the system does when the host dies. */
    void hangUp() {
        shell.ifPresent(process -> {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // It is closed, then.
            }
        });
    }

    @Override
    public void close() {
        shell.ifPresent(Process::destroyForcibly);
        hangUp();
    }
}
