// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.cluster.ForkHostService.HostEvent;
import io.microbench.cluster.ForkHostService.HostOrder;
import io.microbench.forks.HarnessPath;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostLines;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.remote.NodeNetwork;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The nodes of a {@link Cluster} that this JVM joins for the duration of a run. */
public final class ClusterNetwork implements NodeNetwork {

    /** Creates a network that has not joined yet. */
    public ClusterNetwork() {}

    @Override
    public Joined join(List<String> nodes, Map<String, String> settings) {
        NodeSettings client = NodeSettings.of(settings);
        Cluster cluster;
        try {
            cluster = Cluster.join(client.guest());
        } catch (ClusterException e) {
            throw new PreflightException("microbench.nodes = \"" + String.join(",", nodes) + "\": " + e.getMessage());
        }
        Reached reached = new Reached(cluster, client.ship());
        List<String> strangers =
                nodes.stream().filter(node -> reached.member(node).isEmpty()).toList();
        if (!strangers.isEmpty()) {
            reached.close();
            throw new PreflightException("microbench.nodes: there is no node " + String.join(", ", strangers)
                    + ". The nodes of the cluster are " + names(cluster) + ".");
        }
        return reached;
    }

    private static String names(Cluster cluster) {
        return NodeSettings.nodes(cluster).stream().map(Member::toString).collect(Collectors.joining(", "));
    }

    /** A joined cluster. */
    private static final class Reached implements Joined {

        private final Cluster cluster;
        private final boolean ship;
        private final Map<List<String>, List<PathEntry>> described = new ConcurrentHashMap<>();

        Reached(Cluster cluster, boolean ship) {
            this.cluster = cluster;
            this.ship = ship;
        }

        /** Finds a node by its name or its address. */
        Optional<Member> member(String node) {
            return NodeSettings.nodes(cluster).stream()
                    .filter(member ->
                            member.name().equals(node) || member.address().equals(node))
                    .findFirst();
        }

        @Override
        public boolean isThere(String node) {
            return member(node).isPresent();
        }

        @Override
        public HostLines start(String node, Launch launch, HostLines.Taker taker) {
            try {
                HostOrder order = new HostOrder(
                        launch.name(),
                        entries(launch.classPath()),
                        launch.directory().toAbsolutePath().toString(),
                        launch.properties(),
                        launch.kind());
                Conversation conversation = open(node, ForkHostService.NAME, "");
                HostEvent answer = ask(conversation, order);
                if (answer.kind() == HostEvent.Kind.MISSING && ship) {
                    send(node, answer.missing());
                    conversation = open(node, ForkHostService.NAME, "");
                    answer = ask(conversation, order);
                }
                if (answer.kind() != HostEvent.Kind.STARTED) {
                    throw refused(node, answer);
                }
                return NodeLines.of(node, conversation, taker);
            } catch (ClusterException | IOException e) {
                throw new PreflightException("Node " + node + ": " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new PreflightException("Interrupted while node " + node + " started a host of forks.");
            }
        }

        /** Describes the entries of a class path and the harness, which forks also need. */
        private List<PathEntry> entries(List<String> classPath) throws IOException {
            List<PathEntry> known = described.get(classPath);
            if (known == null) {
                known = PathEntry.all(HarnessPath.complete(classPath));
                described.put(classPath, known);
            }
            return known;
        }

        private Conversation open(String node, String service, String arguments) {
            Member member = member(node)
                    .orElseThrow(() -> new PreflightException(
                            "Node " + node + " is no longer a member; the members are " + names(cluster)));
            return cluster.open(member, service, arguments);
        }

        private static HostEvent ask(Conversation conversation, HostOrder order) throws InterruptedException {
            conversation.send(RecordJson.line(order));
            String line = conversation
                    .receive()
                    .orElseThrow(
                            () -> new PreflightException("Node " + conversation.member() + ": the conversation was "
                                    + conversation.end().map(end -> end.text()).orElse("ended")));
            return NodeLines.news(line);
        }

        private void send(String node, List<PathEntry> missing) throws IOException, InterruptedException {
            for (PathEntry entry : missing) {
                StoreService.send(entry, open(node, StoreService.NAME, RecordJson.line(entry)));
            }
        }

        private static PreflightException refused(String node, HostEvent answer) {
            return new PreflightException("Node " + node
                    + (answer.kind() == HostEvent.Kind.MISSING
                            ? " has a different class path: " + answer.text()
                                    + ". Put the same files there, or send them with -Dmicrobench.cluster.ship=true."
                            : ": " + answer.text()));
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    /** The lines to and from a host that {@link ForkHostService} started on another node. */
    static final class NodeLines implements HostLines {

        private final String node;
        private final Conversation conversation;
        private final Taker taker;

        private NodeLines(String node, Conversation conversation, Taker taker) {
            this.node = node;
            this.conversation = conversation;
            this.taker = taker;
        }

        /** Starts forwarding the lines of a host. */
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
         * @throws PreflightException if the line is invalid
         */
        static HostEvent news(String line) {
            try {
                return RecordJson.read(line, HostEvent.class).orElseThrow();
            } catch (MalformedJsonException | IllegalArgumentException | NoSuchElementException e) {
                throw new PreflightException("it sent an invalid line: " + e.getMessage());
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
                HostEvent news = news(line.get());
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
            // A leaving node closes its conversations; the end of the host would have been reported.
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
}
