// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import java.io.IOException;

/** The way to the host on a node; its answers come into an {@link Inbox}. */
interface NodeLink {

    /** Returns the name of the node. */
    String node();

    /**
     * Sends a line to the host.
     *
     * @throws IOException if it has gone; the inbox gets an event as well
     */
    void send(SnippetCommand command) throws IOException;

    /** Ends the host, and its fork with it. */
    void close();
}
