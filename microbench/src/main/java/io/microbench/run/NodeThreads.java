/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Does something for each of several nodes at the same time. */
final class NodeThreads {

    private NodeThreads() {}

    /**
     * Runs a task in a thread of its own for each node, and waits for all.
     *
     * @param prefix of the names of the threads, before that of the node
     * @param stop ends the tasks; called where one of them fails, or the calling thread is interrupted
     * @throws IllegalStateException if a task failed with an exception, which is a defect
     */
    static void run(String prefix, List<String> nodes, List<Runnable> tasks, Runnable stop) {
        List<Throwable> defects = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            Runnable task = tasks.get(i);
            Thread thread = new Thread(
                    () -> {
                        try {
                            task.run();
                        } catch (RuntimeException | Error e) {
                            // The others would wait for what this one has taken.
                            defects.add(e);
                            stop.run();
                        }
                    },
                    prefix + nodes.get(i));
            threads.add(thread);
            thread.start();
        }
        join(threads, stop);
        if (!defects.isEmpty()) {
            throw new IllegalStateException("A node's thread failed: " + defects.get(0), defects.get(0));
        }
    }

    /** A caller that is interrupted stops the tasks; these have to end first. */
    private static void join(List<Thread> threads, Runnable stop) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    stop.run();
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
