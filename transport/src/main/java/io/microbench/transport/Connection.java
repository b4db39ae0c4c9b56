// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A connection on which frames arrive in the order in which they were sent. */
public interface Connection extends AutoCloseable {

    /**
     * Prepares content for sending, untimed.
     *
     * @param bytes must not change afterwards
     */
    Content content(byte[] bytes);

    /**
     * Sends a frame, possibly asynchronously; failures are reported to the receiver. May be called from any thread.
     *
     * @param content of this connection, or of one of the same transport; the caller keeps ownership
     */
    void send(Header header, Content content);

    /**
     * Runs a task in the writing thread, after all earlier frames; the frames that it sends are written immediately. If
     * callers write themselves, the task runs immediately.
     */
    default void execute(Runnable task) {
        task.run();
    }

    /** Reads the effective settings of this connection, and whether they are as requested; empty if unknown. */
    default CompletableFuture<List<Fact>> settings() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Reads the counters of this connection; empty if there are none. */
    default CompletableFuture<List<Fact>> counters() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Closes the connection, without a call of the receiver. */
    @Override
    void close();

    /**
     * A completely received frame.
     *
     * @param firstNanos the arrival of its first byte, by {@link System#nanoTime}
     * @param lastNanos the arrival of its last byte, at least {@code firstNanos}; the same if one read returned all of it
     */
    record Arrival(Header header, long firstNanos, long lastNanos, Content content) {}

    /** Receives the frames of a connection, never concurrently. */
    interface Receiver {

        void received(Connection connection, Arrival arrival);

        /** Handles the end of a connection that this side has not closed; nothing arrives afterwards. */
        void lost(IOException problem);
    }

    /** Counts the bytes of the frames that a connection has sent and received, before encryption. */
    final class ByteCounts {

        private final LongAdder sent = new LongAdder();
        private final AtomicLong received = new AtomicLong();

        public void sent(int contentLength) {
            sent.add(Header.BYTES + contentLength);
        }

        /** Counts a received frame; called only by the reading thread. */
        public void received(int contentLength) {
            received.lazySet(received.get() + Header.BYTES + contentLength);
        }

        public List<Fact> facts() {
            return List.of(Fact.of("bytes sent", sent.sum()), Fact.of("bytes received", received.get()));
        }
    }
}
