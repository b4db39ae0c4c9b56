/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A process of ours that ends, with all that it started, when this is closed or this JVM dies, however it dies. */
public final class GuardedProcess implements AutoCloseable {

    private final Process process;
    private final ProcessTree tree;
    private final ForkReaper reaper;

    private GuardedProcess(Process process, ProcessTree tree, ForkReaper reaper) {
        this.process = process;
        this.tree = tree;
        this.reaper = reaper;
    }

    /**
     * Starts a process.
     *
     * @param builder what to start; a variable is added to its environment
     * @param leftovers files and folders that nobody else removes if this JVM is killed
     * @throws IOException if it cannot be started
     */
    public static GuardedProcess start(ProcessBuilder builder, Path... leftovers) throws IOException {
        ProcessTree tree = new ProcessTree();
        tree.mark(builder);
        ForkReaper reaper = ForkReaper.start(leftovers);
        try {
            reaper.guard(tree);
            Process process = builder.start();
            reaper.guard(tree, process.pid());
            return new GuardedProcess(process, tree, reaper);
        } catch (IOException e) {
            reaper.close();
            throw e;
        }
    }

    /** Returns the process itself. */
    public Process process() {
        return process;
    }

    /** Kills what is left of the process and of all that it started; may be called more than once. */
    @Override
    public void close() {
        tree.end(Optional.of(process.toHandle()));
        reaper.close();
    }
}
