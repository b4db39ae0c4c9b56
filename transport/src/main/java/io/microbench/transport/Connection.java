// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A connection that preserves the order of frames. */
public interface Connection extends AutoCloseable {

    /**
     * Prepares content for sending, outside of the measured time.
     *
     * @param bytes the content, which must not change afterwards
     */
    Content content(byte[] bytes);

    /**
     * Sends a frame, possibly asynchronously; failures are reported to the receiver. May be called from any thread.
     *
     * @param content created by a connection of the same transport; the caller retains ownership
     */
    void send(Header header, Content content);

    /**
     * Runs a task in the writing thread, after all earlier frames; the frames that it sends are written immediately. If
     * calling threads write their own frames, the task runs immediately.
     */
    default void execute(Runnable task) {
        task.run();
    }

    /** Returns the effective settings of this connection, and whether they match the request; empty if unknown. */
    default CompletableFuture<List<Fact>> settings() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Returns the counters of this connection; empty if it has no counters. */
    default CompletableFuture<List<Fact>> counters() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Closes the connection, without notifying the receiver. */
    @Override
    void close();

    /**
     * A completely received frame.
     *
     * @param firstNanos the arrival of its first byte, by {@link System#nanoTime}
     * @param lastNanos the arrival of its last byte, at least {@code firstNanos}; the same if one read returned all of it
     */
    record Arrival(Header header, long firstNanos, long lastNanos, Content content) {}

    /** Receives the frames of a connection; never called concurrently. */
    interface Receiver {

        void received(Connection connection, Arrival arrival);

        /**
         * Handles the end of a connection that the other side has closed or that failed; nothing arrives afterwards.
         */
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
