// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import java.io.IOException;

/**
 * The lines to and from a {@link ForkServer}, in this machine's processes or on another node.
 *
 * <p>They are text, each a line of its own: whoever carries them between machines need not understand them.
 */
public interface HostLines extends AutoCloseable {

    /** Takes the lines of a host in their order, from one thread at a time. */
    interface Taker {

        /** Takes an answer. */
        void replied(String line);

        /** Takes what the host, JMH or a fork printed. */
        void printed(String line);

        /** Takes the end; nothing comes after it. */
        void ended(HostEnd end);
    }

    /** Returns an answer as a host writes it to its standard output, where other lines are not taken for answers. */
    static String answer(String line) {
        return HostReply.MARK + line;
    }

    /**
     * Sends a command.
     *
     * @throws IOException if the host is gone; {@link Taker#ended} says why
     */
    void send(String line) throws IOException;

    /** Ends the host, and its busy fork with it; may be called from any thread and more than once. */
    @Override
    void close();
}
