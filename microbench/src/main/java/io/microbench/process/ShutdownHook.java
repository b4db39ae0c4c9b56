// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import io.microbench.text.PreflightException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An action that this JVM runs at its shutdown, until it is closed. */
public final class ShutdownHook implements AutoCloseable {

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private ShutdownHook(String name, Runnable action, Duration patience) {
        this.thread = new Thread(
                () -> {
                    action.run();
                    awaitClosed(patience);
                },
                name);
    }

    /**
     * Registers an action.
     *
     * @throws PreflightException if this JVM is already shutting down
     */
    public static ShutdownHook of(String name, Runnable action) {
        return of(name, action, Duration.ZERO);
    }

    /**
     * Registers an action that stops something. The shutdown then waits for {@link #close}, which is called when its results have been
     * written and printed.
     *
     * @param patience the longest time that it waits
     * @throws PreflightException if this JVM is already shutting down
     */
    public static ShutdownHook of(String name, Runnable action, Duration patience) {
        ShutdownHook hook = new ShutdownHook(name, action, patience);
        try {
            Runtime.getRuntime().addShutdownHook(hook.thread);
        } catch (IllegalStateException e) {
            throw new PreflightException("Stopped before anything was measured.");
        }
        return hook;
    }

    private void awaitClosed(Duration patience) {
        try {
            var unused = closed.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Checks that this JVM is not shutting down.
     *
     * @throws PreflightException if it is already shutting down
     */
    public static void requireTime() {
        of("microbench-none", () -> {}).close();
    }

    /** Removes the action, unless this JVM is shutting down and it may already be running. */
    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // The action is running, or has run.
        }
    }
}
