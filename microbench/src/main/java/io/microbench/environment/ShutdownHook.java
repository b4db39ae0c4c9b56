// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

/** What this JVM does when it is told to end, until it is closed. */
public final class ShutdownHook implements AutoCloseable {

    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    /**
     * Registers an action.
     *
     * @throws PreflightException if this JVM is ending already
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
     * Does nothing while this JVM has time.
     *
     * @throws PreflightException if it is ending already
     */
    public static void requireTime() {
        of("microbench-none", () -> {}).close();
    }

    /** Takes the action back, unless this JVM is ending, when it may run at this moment. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // It runs, or has run.
        }
    }
}
