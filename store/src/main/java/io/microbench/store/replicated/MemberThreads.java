// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;

/** All threads of one member, including internal ones of its store: a thread belongs to the group of its creator. */
final class MemberThreads {

    private static final long PAUSE_MILLIS = 10;

    private final ThreadGroup group;

    MemberThreads(String name) {
        group = new ThreadGroup(name);
    }

    /**
     * Runs code whose threads belong to this group.
     *
     * @throws IOException if the code throws any exception
     */
    <T> T call(Callable<T> code) throws IOException {
        FutureTask<T> task = new FutureTask<>(code);
        Thread thread = new Thread(group, task, group.getName() + " start");
        thread.start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new IOException(group.getName() + ": interrupted", e);
        }
    }

    boolean isOneOf(Thread thread) {
        ThreadGroup its = thread.getThreadGroup();
        return its != null && group.parentOf(its);
    }

    List<Thread> alive() {
        Thread[] threads = new Thread[group.activeCount() * 2 + 16];
        int count = group.enumerate(threads, true);
        return Arrays.stream(threads, 0, count)
                .filter(Objects::nonNull)
                .filter(Thread::isAlive)
                .toList();
    }

    /**
     * Waits until all threads have ended, and interrupts those that do not end.
     *
     * @param grace the time before the first interrupt
     * @throws IOException if some are still alive after the same time again; the message names them
     */
    void awaitEnd(Duration grace) throws IOException {
        long start = System.nanoTime();
        List<Thread> left = new ArrayList<>(alive());
        while (!left.isEmpty()) {
            long spent = System.nanoTime() - start;
            if (spent > 2 * grace.toNanos()) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "%s: threads did not end within %.1f s: %s",
                        group.getName(),
                        spent / 1e9,
                        left.stream().map(Thread::getName).collect(Collectors.joining(", "))));
            }
            if (spent > grace.toNanos()) {
                left.forEach(Thread::interrupt);
            }
            try {
                left.get(0).join(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(group.getName() + ": interrupted while its threads end", e);
            }
            left = alive();
        }
    }
}
