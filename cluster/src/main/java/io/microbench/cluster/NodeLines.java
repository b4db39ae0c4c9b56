// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.remote.HostEnd;
import io.microbench.remote.HostLines;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The lines to and from a host that {@link ForkHostService} started on another node. */
final class NodeLines implements HostLines {

    private final String node;
    private final Conversation conversation;
    private final Taker taker;

    private NodeLines(String node, Conversation conversation, Taker taker) {
        this.node = node;
        this.conversation = conversation;
        this.taker = taker;
    }

    /** Starts to pass on the lines of a started host. */
    static NodeLines of(String node, Conversation conversation, Taker taker) {
        NodeLines lines = new NodeLines(node, conversation, taker);
        Thread reader = new Thread(lines::read, "microbench-node-" + node);
        reader.setDaemon(true);
        reader.start();
        return lines;
    }

    /**
     * Parses a line of the service.
     *
     * @throws PreflightException if it is not one
     */
    static HostNews news(String line) {
        try {
            return RecordJson.read(line, HostNews.class).orElseThrow();
        } catch (MalformedJsonException | IllegalArgumentException | NoSuchElementException e) {
            throw new PreflightException("it sent something unreadable: " + e.getMessage());
        }
    }

    private void read() {
        HostEnd end;
        try {
            end = pass();
        } catch (PreflightException e) {
            end = new HostEnd.Broken(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end = new HostEnd.Unknown();
        }
        conversation.close();
        taker.ended(end);
    }

    private HostEnd pass() throws InterruptedException {
        for (Optional<String> line = conversation.receive(); line.isPresent(); line = conversation.receive()) {
            HostNews news = news(line.get());
            switch (news.kind()) {
                case REPLIED -> taker.replied(news.text());
                case PRINTED -> taker.printed(news.text());
                case ENDED -> {
                    return news.exitCode().<HostEnd>map(HostEnd.Exited::new).orElseGet(HostEnd.Unknown::new);
                }
                case MISSING, REFUSED, STARTED ->
                    throw new PreflightException("it sent " + news.kind() + " unexpectedly");
            }
        }
        return conversation.end().map(this::end).orElseGet(HostEnd.Unknown::new);
    }

    private HostEnd end(ConversationEnd end) {
        if (end instanceof ConversationEnd.Lost lost) {
            return new HostEnd.NodeLost(node, lost.reason());
        }
        if (end instanceof ConversationEnd.Failed failed) {
            return new HostEnd.Broken(failed.failure().toString());
        }
        if (end instanceof ConversationEnd.Closed closed && closed.here()) {
            return new HostEnd.Unknown();
        }
        // A leaving node closes its conversations; if the host had ended, that would have been reported.
        return new HostEnd.NodeLost(node, "it closed the conversation");
    }

    @Override
    public void send(String line) throws IOException {
        try {
            conversation.send(line);
        } catch (ClusterException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        conversation.close();
    }
}
