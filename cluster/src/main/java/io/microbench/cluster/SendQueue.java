/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends what one other node is to get, in order, in a thread of its own.
 *
 * <p>JGroups sends everything in one thread, in which it also connects. A frozen node takes connections, as its kernel
 * does that, and never answers the handshake. Without a thread for each node, whoever calls a frozen one sends no
 * heartbeat to any other, and is suspected itself.
 */
final class SendQueue {

    /** Some times what all windows of a busy conversation hold; what is more is dropped, and JGroups sends it again. */
    private static final long MOST_BYTES = 32 << 20;

    /** Longer than the time between two heartbeats. */
    private static final long IDLE_SECONDS = 3;

    private final AtomicLong bytes = new AtomicLong();
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            DaemonThreads.named("microbench-node-send"));

    SendQueue() {
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Adds something to be sent.
     *
     * @param length its size in bytes
     * @return false if it is dropped, as too much waits already or this is closed
     */
    boolean add(int length, Runnable sending) {
        if (bytes.addAndGet(length) > MOST_BYTES) {
            bytes.addAndGet(-length);
            return false;
        }
        try {
            thread.execute(() -> {
                try {
                    sending.run();
                } finally {
                    bytes.addAndGet(-length);
                }
            });
            return true;
        } catch (RejectedExecutionException e) {
            bytes.addAndGet(-length);
            return false;
        }
    }

    /** Returns whether nothing waits. */
    boolean isEmpty() {
        return bytes.get() == 0;
    }

    /** Drops what waits. */
    void close() {
        thread.shutdownNow();
    }
}
