// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A connection on which frames arrive in the order in which they were sent. */
public interface Connection extends AutoCloseable {

    /**
     * Prepares content for being sent, off the clock.
     *
     * @param bytes are not changed afterwards
     */
    Content content(byte[] bytes);

    /**
     * Sends a frame. May return before it is sent; what goes wrong is told to the receiver. May be called from any thread.
     *
     * @param content of this connection, or of one of the same transport; still belongs to the caller
     */
    void send(Header header, Content content);

    /**
     * Runs a task in the thread that writes, after what was sent before; what it sends is written at once. Where whoever sends writes,
     * the task is run at once.
     */
    default void execute(Runnable task) {
        task.run();
    }

    /** Asks for what is in force on this connection, and whether that is what was asked for; empty if nobody says. */
    default CompletableFuture<List<Fact>> settings() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Asks for what was counted on this connection so far; empty if nothing is. */
    default CompletableFuture<List<Fact>> counters() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Closes the connection; the receiver hears nothing of that. */
    @Override
    void close();
}
