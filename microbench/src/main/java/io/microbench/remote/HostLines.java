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

        void replied(String line);

        void printed(String line);

        /** Called at the end; no more lines follow. */
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

    sealed interface HostEnd {

        /** Returns the end of a sentence that begins with the host: {@code ended with exit code 1}. */
        String how();

        record Exited(int exitCode) implements HostEnd {

            @Override
            public String how() {
                return "ended with exit code " + exitCode;
            }
        }

        /** The host could not be started or can no longer be reached, although its node is available. */
        record Broken(String why) implements HostEnd {

            @Override
            public String how() {
                return "cannot be reached: " + why;
            }
        }

        /** The host's node was killed, is frozen or disconnected. */
        record NodeLost(String node, String why) implements HostEnd {

            @Override
            public String how() {
                return "is lost with its node " + node + ": " + why;
            }
        }

        record Unknown() implements HostEnd {

            @Override
            public String how() {
                return "has ended for an unknown reason";
            }
        }
    }
}
