// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** A thread that says when an interval is over, from a start on, until it is closed. */
final class Ticker implements AutoCloseable {

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /**
     * Starts the thread.
     *
     * @param start when the first interval begins, as {@link System#nanoTime} shows it
     * @param begin is run at the start
     * @param end takes the time, whenever an interval is over
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

    /** Returns when the thread has ended. */
    @Override
    public void close() throws InterruptedException {
        closed.countDown();
        thread.join();
    }
}
