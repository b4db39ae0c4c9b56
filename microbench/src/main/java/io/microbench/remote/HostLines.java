// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import java.io.IOException;

/**
 * The lines to and from a {@link ForkServer}, on this machine or on another node.
 *
 * <p>They are lines of text, which can be carried between machines without being parsed.
 */
public interface HostLines extends AutoCloseable {

    /** Receives the lines of a host in order, from one thread at a time. */
    interface Taker {

        /** Receives an answer. */
        void replied(String line);

        /** Receives a line that the host, JMH or a fork printed. */
        void printed(String line);

        /** Receives the end; nothing follows. */
        void ended(HostEnd end);
    }

    /**
     * Sends a command.
     *
     * @throws IOException if the host has ended; {@link Taker#ended} gets the reason
     */
    void send(String line) throws IOException;

    /** Ends the host, including its running fork; may be called from any thread and more than once. */
    @Override
    void close();
}
