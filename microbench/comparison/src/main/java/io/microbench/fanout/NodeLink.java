// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.remote.HostLines;
import io.microbench.result.RecordJson;
import java.io.IOException;

/**
 * The connection to a {@link SnippetHost} on a node; its answers come into an {@link Inbox}.
 *
 * @param node the name of the node
 */
record NodeLink(String node, HostLines lines) {

    /**
     * Sends a command to the host.
     *
     * @throws IOException if it has ended; the inbox gets an event as well
     */
    void send(SnippetCommand command) throws IOException {
        lines.send(RecordJson.line(command));
    }

    /** Ends the host, and its fork with it. */
    void close() {
        lines.close();
    }
}
