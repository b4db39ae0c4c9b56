// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostEnd;
import io.microbench.remote.HostLines;
import io.microbench.remote.NodeNetwork;
import io.microbench.result.MalformedJsonException;
import io.microbench.result.RecordJson;
import java.io.IOException;
import java.util.function.BiConsumer;

/** The way to a {@link SnippetHost} on a node of a network. */
final class HostLink implements NodeLink {

    private final String node;
    private final HostLines lines;

    private HostLink(String node, HostLines lines) {
        this.node = node;
        this.lines = lines;
    }

    /**
     * Starts a host.
     *
     * @param printed takes the name of the node, and what is printed there
     * @throws io.microbench.text.PreflightException if the node refuses, or cannot start it
     */
    static HostLink start(
            String node,
            NodeNetwork.Joined network,
            Launch launch,
            Inbox.Queue inbox,
            BiConsumer<String, String> printed) {
        return new HostLink(node, network.start(node, launch, new HostLines.Taker() {
            @Override
            public void replied(String line) {
                // Before it is read: that takes time, too.
                long now = inbox.now();
                try {
                    RecordJson.read(line, SnippetReply.class)
                            .ifPresent(reply -> inbox.put(new Inbox.Replied(node, now, reply)));
                } catch (MalformedJsonException e) {
                    inbox.put(new Inbox.Replied(
                            node, now, SnippetReply.problem("it answered something unreadable: " + e.reason())));
                }
            }

            @Override
            public void printed(String line) {
                printed.accept(node, line);
            }

            @Override
            public void ended(HostEnd end) {
                inbox.put(new Inbox.Gone(node, end));
            }
        }));
    }

    @Override
    public String node() {
        return node;
    }

    @Override
    public void send(SnippetCommand command) throws IOException {
        lines.send(RecordJson.line(command));
    }

    @Override
    public void close() {
        lines.close();
    }
}
