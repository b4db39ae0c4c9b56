// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import io.microbench.text.PreflightException;

/** An action that this JVM runs at its shutdown, until it is closed. */
public final class ShutdownHook implements AutoCloseable {

    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    /**
     * Registers an action.
     *
     * @throws PreflightException if this JVM is already shutting down
     */
    public static ShutdownHook of(String name, Runnable action) {
        Thread thread = new Thread(action, name);
        try {
            Runtime.getRuntime().addShutdownHook(thread);
        } catch (IllegalStateException e) {
            throw new PreflightException("Stopped before anything was measured.");
        }
        return new ShutdownHook(thread);
    }

    /**
     * Checks that this JVM is not shutting down.
     *
     * @throws PreflightException if it is already shutting down
     */
    public static void requireTime() {
        of("microbench-none", () -> {}).close();
    }

    /** Removes the action, unless this JVM is shutting down and it may already run. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // The action is running, or has run.
        }
    }
}
