// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.List;
import java.util.concurrent.CompletableFuture;

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
}
