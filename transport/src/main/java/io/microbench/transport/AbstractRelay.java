// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.Relay.Link;
import io.microbench.transport.Relay.RelayCounters;
import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The base class of relays: their threads, directions and counters. */
abstract class AbstractRelay implements Relay {

    private static final long MOST_SECONDS = 5;

    private final Link link;
    private final RelayCounters counters = new RelayCounters();
    private final Onset onset = new Onset();
    private final AtomicLong directions = new AtomicLong();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    AbstractRelay(Link link) {
        this.link = link;
    }

    interface Work {
        void run() throws IOException, InterruptedException;
    }

    final Departures departures() {
        return new Departures(link, directions.getAndIncrement(), counters, onset);
    }

    final <T> WaitingLine<T> line() {
        return new WaitingLine<>(System::nanoTime, counters, onset);
    }

    @Override
    public final RelayCounters counters() {
        return counters;
    }

    @Override
    public final void beginAt(long nanoTime) {
        onset.set(nanoTime);
    }

    /** Starts a thread that runs some work, and afterwards an action, even if the work fails. */
    final void start(String name, Work work, Runnable afterwards) {
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

    final void endThreads() {
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

    static void close(Closeable channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Closing failed; it is unusable anyway.
        }
    }
}
