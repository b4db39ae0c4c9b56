// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The threads of a relay. */
final class RelayThreads {

    private static final long MOST_SECONDS = 5;

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    private volatile boolean ended;

    /** The work of a thread, which ends when a socket is closed. */
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** Starts a thread that runs some work, and afterwards an action, even if the work fails. */
    void start(String name, Work work, Runnable afterwards) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One of the sides has disconnected.
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        afterwards.run();
                        threads.remove(Thread.currentThread());
                    }
                },
                "relay-" + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        if (ended) {
            thread.interrupt();
        }
    }

    /** Interrupts all threads and waits until they have ended. */
    void end() {
        ended = true;
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                TimeUnit.SECONDS.timedJoin(thread, MOST_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
