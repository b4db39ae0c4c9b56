// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.cluster.MemberListener.Loss;
import io.microbench.cluster.Membership.MemberAddress;
import io.microbench.environment.EnvironmentProbe;
import io.microbench.fixture.jvm.JvmSample;
import io.microbench.result.Environment;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;

/**
 * This JVM as a node of a cluster. Nodes address each other by name, detect lost nodes, and communicate in
 * conversations.
 *
 * <p>A node listens on one port. Both sides of each connection prove by mutual TLS that they have the key file of the
 * cluster, and agree on the version of the protocol, before anything else is read. After that, nodes trust each other.
 */
public final class Cluster implements AutoCloseable {

    /** The time limit for other nodes to confirm that this node is leaving; a frozen node never confirms. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private static final long PAUSE_MILLIS = 5;

    private final Member self;
    private final JChannel channel;
    private final TlsServerSocket server;
    private final Membership membership;
    private final Conversations conversations;

    /** The nodes that have not yet confirmed that this node is leaving. */
    private final Set<Address> awaited = ConcurrentHashMap.newKeySet();

    private final ExecutorService threads =
            Executors.newCachedThreadPool(DaemonThreads.named("microbench-node-service"));
    private final ExecutorService events =
            Executors.newSingleThreadExecutor(DaemonThreads.named("microbench-node-events"));
    private volatile boolean closed;

    Cluster(Address address, JChannel channel, NodeTcp transport, TlsServerSocket server, List<Service> services) {
        this.self = MemberAddress.member(address);
        this.channel = channel;
        this.server = server;
        membership = new Membership(
                address,
                member -> transport.takeBroken(member.address()),
                this::endConversations,
                this::askConversations,
                this::report);
        conversations = new Conversations(
                byName(services), this::send, threads, MemberAddress::member, membership::leaves, awaited::remove);
        server.reportTo((caller, reason) -> membership.tell(listener -> listener.refused(caller, reason)));
    }

    /**
     * Joins the other nodes, or starts alone if this is the first node according to the settings.
     *
     * @param services the services that this node offers, in addition to the built-in ones
     * @return this node, until it is closed
     * @throws ClusterException if this node cannot join before its deadline, is refused, or cannot listen
     */
    public static Cluster join(ClusterSettings settings, Service... services) {
        return new Joining(settings).join(List.of(services));
    }

    private Map<String, Service> byName(List<Service> services) {
        Map<String, Service> named = new LinkedHashMap<>();
        named.put(DescribeService.NAME, new DescribeService(self));
        named.put(SampleService.NAME, new SampleService(services));
        for (Service service : services) {
            if (named.put(service.name(), service) != null) {
                throw new ClusterException(
                        "Two services are named \"" + service.name() + "\"; names of services have to be unique");
            }
        }
        return Map.copyOf(named);
    }

    public Member self() {
        return self;
    }

    /** Returns all nodes, including this one, the oldest first. */
    public List<Member> members() {
        return membership.members();
    }

    public Optional<Member> member(String name) {
        return members().stream().filter(member -> member.name().equals(name)).findFirst();
    }

    /** Adds a listener. It is first called with the current members. */
    public void listen(MemberListener listener) {
        membership.listen(listener);
    }

    public long refused() {
        return server.refused();
    }

    /**
     * Opens a conversation without waiting for the node. The conversation ends with the reason if the node is lost or
     * does not have the service.
     *
     * @param member the node to connect to, possibly this one
     * @param service name of the service
     * @param arguments arguments for the service, usually JSON
     * @throws ClusterException if this node is closed, or the other node is no longer a member
     */
    public Conversation open(Member member, String service, String arguments) {
        if (closed) {
            throw new ClusterException("Node " + self + " is closed");
        }
        Optional<Address> address = membership.address(member);
        if (address.isEmpty()) {
            throw new ClusterException("Node " + member + " is no longer a member. Members are " + members());
        }
        Conversation conversation = conversations.open(address.get(), member, service, arguments);
        if (!membership.contains(address.get())) {
            conversation.ended(new ConversationEnd.Lost("the node is no longer a member"));
        }
        return conversation;
    }

    /**
     * Requests a node's description of itself.
     *
     * @throws ClusterException if it does not answer before the deadline
     */
    public NodeDescription describe(Member member, Duration deadline) {
        return ask(member, DescribeService.NAME, NodeDescription.class, deadline);
    }

    /**
     * Requests a sample from a node.
     *
     * @throws ClusterException if it does not answer before the deadline
     */
    public NodeSample sample(Member member, Duration deadline) {
        return ask(member, SampleService.NAME, NodeSample.class, deadline);
    }

    private <T extends Record> T ask(Member member, String service, Class<T> type, Duration deadline) {
        Conversation conversation = open(member, service, "{}");
        CompletableFuture.delayedExecutor(deadline.toNanos(), TimeUnit.NANOSECONDS)
                .execute(() -> conversation.ended(new ConversationEnd.Lost("no answer in time")));
        try (conversation) {
            Optional<String> line = conversation.receive();
            if (line.isPresent()) {
                return RecordJson.read(line.get(), type)
                        .orElseThrow(() -> new ClusterException("Node " + member + " sent an empty description"));
            }
            throw new ClusterException("Node " + member + " sent no description: the conversation was "
                    + conversation.end().map(ConversationEnd::text).orElse("ended"));
        } catch (MalformedJsonException e) {
            throw new ClusterException("Node " + member + " sent a description that this version cannot read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("Interrupted while node " + member + " described itself");
        }
    }

    /** Leaves the cluster: informs the others, ends conversations, and frees the port. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        conversations.close();
        announceLeave();
        channel.close();
        threads.shutdownNow();
        events.shutdown();
    }

    /**
     * Informs the other nodes that this one is leaving, and waits until they have read it. JGroups delivers views
     * independently of the messages of a node: without the wait, others could regard this node as silent.
     */
    private void announceLeave() {
        awaited.addAll(membership.others());
        List.copyOf(awaited).forEach(address -> transmit(address, Frame.of(Frame.Kind.LEAVE, "", true)));
        Deadline deadline = Deadline.in(LAST_WORDS);
        try {
            while (!awaited.isEmpty() && !deadline.isOver()) {
                Thread.sleep(PAUSE_MILLIS);
                awaited.removeIf(address -> !membership.contains(address));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void connect(String cluster) throws Exception {
        channel.setReceiver(new Receiver() {
            @Override
            public void receive(Message message) {
                if (message.hasArray()) {
                    conversations.receive(
                            message.getSrc(), Frame.of(message.getArray(), message.getOffset(), message.getLength()));
                }
            }

            @Override
            public void viewAccepted(View view) {
                membership.accept(view);
            }
        });
        channel.connect(cluster);
    }

    boolean hasCompany() {
        return !membership.others().isEmpty();
    }

    /** Returns the older node with the same name as this one. */
    Optional<Member> namesake() {
        return members().stream()
                .takeWhile(member -> !member.equals(self))
                .filter(member -> member.name().equals(self.name()))
                .findFirst();
    }

    private void send(Address to, Frame frame) {
        if (!closed || frame.kind() != Frame.Kind.LINE) {
            transmit(to, frame);
        } else {
            throw new ClusterException("Node " + self + " is closed");
        }
    }

    private void transmit(Address to, Frame frame) {
        try {
            channel.send(new BytesMessage(to, frame.bytes()));
        } catch (Exception e) {
            if (!closed) {
                throw new ClusterException("Node " + self + " cannot send: " + e, e);
            }
        }
    }

    private void askConversations(Address other) {
        conversations.ask(other);
    }

    private void endConversations(Address address, Loss loss) {
        conversations.lost(address::equals, loss.text());
    }

    private void report(Runnable event) {
        try {
            events.execute(event);
        } catch (RejectedExecutionException e) {
            // This node has left, and its listeners no longer expect events.
        }
    }

    /**
     * A node's description of itself.
     *
     * @param name its name
     * @param address the address on which it listens
     * @param pid its process
     * @param environment its machine and JVM, with the current load average
     */
    public record NodeDescription(String name, String address, long pid, Environment environment) {}

    /** Every node's built-in service: one line of JSON with a {@link NodeDescription}. */
    private static final class DescribeService implements Service {

        static final String NAME = "describe";

        private final Member self;

        DescribeService(Member self) {
            this.self = self;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void serve(Conversation conversation, String arguments) {
            conversation.send(RecordJson.line(new NodeDescription(
                    self.name(), self.address(), ProcessHandle.current().pid(), EnvironmentProbe.here())));
        }
    }

    /**
     * A node's sample of its JVM and machine.
     *
     * @param seconds since the first sample
     * @param cpuSeconds processor time of its JVM since its start, without forks
     * @param load the load average of its machine in the last minute; negative if unknown
     * @param heapBytes used heap of its JVM
     * @param threads the number of threads of its JVM
     * @param job the work that it measures for others; empty while it is idle
     */
    public record NodeSample(
            double seconds, double cpuSeconds, double load, double heapBytes, int threads, String job) {}

    /** Every node's built-in service: one line of JSON with a {@link NodeSample}. */
    private static final class SampleService implements Service {

        static final String NAME = "sample";

        private final JvmSample jvm = new JvmSample(System.nanoTime());
        private final List<Service> services;

        SampleService(List<Service> services) {
            this.services = List.copyOf(services);
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void serve(Conversation conversation, String arguments) {
            Map<String, String> numbers = jvm.take(System.nanoTime());
            conversation.send(RecordJson.line(new NodeSample(
                    number(numbers, "seconds"),
                    number(numbers, "cpuSeconds"),
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                    number(numbers, "heapBytes"),
                    (int) number(numbers, "threads"),
                    services.stream()
                            .map(Service::job)
                            .filter(job -> !job.isEmpty())
                            .collect(Collectors.joining(", ")))));
        }

        private static double number(Map<String, String> numbers, String name) {
            return Double.parseDouble(numbers.getOrDefault(name, "NaN"));
        }
    }
}
