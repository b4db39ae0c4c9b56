/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Ends a fork whose host has died, whatever the fork is doing.
 *
 * <p>A fork notices the death of its host only between iterations, and a JVM that cannot reach a safepoint cannot even halt
 * itself. So a shell waits beside the host, reading from a pipe: the host writes the process id of the busy fork into it, and
 * an empty line when the fork is gone. When the host dies, however it dies, the system closes the pipe, and the shell kills
 * what was named last. It ignores the interrupt that Ctrl-C sends to the whole group, since that is when it is needed.
 * Windows has no such shell; there a fork ends with its current iteration.
 */
final class ForkReaper implements AutoCloseable {

    private static final String SCRIPT =
            "trap '' INT TERM HUP; fork=; while read -r line; do fork=$line; done; [ -z \"$fork\" ] || kill -9 $fork";

    private final Optional<Process> shell;

    private ForkReaper(Optional<Process> shell) {
        this.shell = shell;
    }

    static ForkReaper start() {
        if (File.separatorChar != '/') {
            return new ForkReaper(Optional.empty());
        }
        try {
            Process started = new ProcessBuilder("/bin/sh", "-c", SCRIPT)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new ForkReaper(Optional.of(started));
        } catch (IOException e) {
            return new ForkReaper(Optional.empty());
        }
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

    @Override
    public void close() {
        release();
        shell.ifPresent(Process::destroyForcibly);
    }
}
