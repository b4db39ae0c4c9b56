// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** A thread that calls a listener at the end of each interval, until it is closed. */
final class Ticker implements AutoCloseable {

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /**
     * Starts the thread.
     *
     * @param start the start of the first interval, by {@link System#nanoTime}
     * @param begin is called at the start
     * @param end receives the time at the end of each interval
     */
    Ticker(long start, Duration interval, Runnable begin, LongConsumer end) {
        thread = new Thread(() -> run(start, interval.toNanos(), begin, end), "messages-" + Durations.text(interval));
        thread.setDaemon(true);
        thread.start();
    }

    private void run(long start, long interval, Runnable begin, LongConsumer end) {
        try {
            if (isClosedAt(start)) {
                return;
            }
            begin.run();
            for (long due = start + interval; !isClosedAt(due); due += interval) {
                end.accept(System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosedAt(long due) throws InterruptedException {
        return closed.await(Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** Stops the thread and waits for its end. */
    @Override
    public void close() throws InterruptedException {
        closed.countDown();
        thread.join();
    }
}
