// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.Membership.MemberAddress;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jgroups.JChannel;
import org.jgroups.protocols.Discovery;
import org.jgroups.util.ExtendedUUID;

/** Joins a node to the others, with retries until the deadline. */
final class Joining {

    private static final String CLUSTER = "microbench";
    private static final String ADVICE =
            "Check host and port, copy the key file of a running node to all other machines,"
                    + " and use the same version of Microbench.";
    private static final int PROBE_MILLIS = 5000;
    private static final long PAUSE_MILLIS = 100;

    /** The name of a killed node remains taken until the others have noticed its end, within six seconds. */
    private static final Duration NAME_PATIENCE = Duration.ofSeconds(12);

    /** JGroups logs a warning for each caller that disconnects. The reference to the logger preserves its settings. */
    private static final List<Logger> ENGINE_LOGS =
            List.of(Logger.getLogger("org.jgroups"), Logger.getLogger(NodeTcp.class.getName()));

    static {
        ENGINE_LOGS.forEach(log -> log.setUseParentHandlers(false));
    }

    private final ClusterSettings settings;
    private final InetAddress host;
    private final Path keyFile;
    private final SSLContext tls;
    private final Deadline deadline;

    /**
     * Reads the settings, and creates the key file if this is the first node.
     *
     * @throws ClusterException if it cannot listen on the address, or there is no usable key file
     */
    Joining(ClusterSettings settings) {
        this.settings = settings;
        this.keyFile = settings.keyFile()
                .orElseGet(() -> NodeKey.defaultFile(System.getenv(), System.getProperty("user.home", "")));
        this.host = HostPort.host(settings.bind());
        if (host.isAnyLocalAddress()) {
            throw new ClusterException("A node cannot listen on " + settings.bind()
                    + ", as others would not know its address. Name the address that they can reach.");
        }
        InetSocketAddress own = new InetSocketAddress(host, settings.port());
        this.tls = settings.isFirst(own) ? NodeKey.readOrCreate(keyFile) : NodeKey.read(keyFile);
        this.deadline = Deadline.in(settings.joinDeadline());
    }

    /**
     * Joins the cluster.
     *
     * @throws ClusterException if it cannot join before the deadline
     */
    Cluster join(List<Service> services) {
        int port = settings.port();
        while (true) {
            TlsServerSocket server = listen(new InetSocketAddress(host, port));
            port = server.getLocalPort();
            Optional<Cluster> node = attempt(server, services);
            if (node.isPresent()) {
                return node.get();
            }
            if (deadline.isOver()) {
                throw alone();
            }
        }
    }

    private TlsServerSocket listen(InetSocketAddress address) {
        try {
            return new TlsServerSocket(tls, address);
        } catch (IOException e) {
            throw new ClusterException(
                    "Cannot listen on " + HostPort.text(address) + ": " + e.getMessage()
                            + ". To join the node that listens there, add --join " + HostPort.text(address)
                            + ". Otherwise give another port (--port; 0 for any that is free) or another address of this"
                            + " machine (--bind).",
                    e);
        }
    }

    /** Tries to join once; returns empty if this node was alone. */
    private Optional<Cluster> attempt(TlsServerSocket server, List<Service> services) {
        InetSocketAddress own = server.address();
        try {
            boolean nobody = settings.isFirst(own) && !isAnyThere(others(own));
            if (!nobody) {
                awaitAny(others(own));
            }
            Cluster node = create(server, services, nobody);
            try {
                server.open();
                node.connect(CLUSTER);
                if (!nobody && !node.hasCompany()) {
                    node.close();
                    return Optional.empty();
                }
                requireOwnName(node);
                return Optional.of(node);
            } catch (RuntimeException e) {
                node.close();
                throw e;
            }
        } catch (ClusterException e) {
            close(server);
            throw e;
        } catch (InterruptedException e) {
            close(server);
            Thread.currentThread().interrupt();
            throw new ClusterException("Interrupted while node " + settings.name() + " was joining");
        } catch (Exception e) {
            close(server);
            throw new ClusterException("Node " + settings.name() + " cannot join: " + e, e);
        }
    }

    private Cluster create(TlsServerSocket server, List<Service> services, boolean nobody) throws Exception {
        NodeTcp transport = NodeStack.transport(server, tls);
        JChannel channel = new JChannel(NodeStack.on(transport, discovery(server.address()), nobody));
        ExtendedUUID address = MemberAddress.create(settings.name(), HostPort.text(server.address()));
        channel.name(settings.name());
        channel.addAddressGenerator(() -> address);
        return new Cluster(address, channel, transport, server, services);
    }

    /** Waits while an older member uses the name of this node. */
    private void requireOwnName(Cluster node) throws InterruptedException {
        Deadline patience = Deadline.in(NAME_PATIENCE);
        for (Optional<Member> other = node.namesake(); other.isPresent(); other = node.namesake()) {
            if (patience.isOver() || deadline.isOver()) {
                throw new ClusterException("The name " + settings.name() + " is taken by node " + other.get()
                        + ". Give each node a unique name.");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /**
     * Connects to one address after another until a node answers. Without this, the node would form its own cluster, which
     * would have to be merged later.
     *
     * @throws ClusterException if no node answers before the deadline, or a node has a different key
     */
    private void awaitAny(List<InetSocketAddress> addresses) throws InterruptedException {
        Map<InetSocketAddress, String> answers = new LinkedHashMap<>();
        while (true) {
            for (InetSocketAddress address : addresses) {
                Optional<IOException> problem = call(address);
                if (problem.isEmpty()) {
                    return;
                }
                if (isFinal(problem.get())) {
                    throw new ClusterException("Cannot join " + HostPort.text(address) + " with the key file " + keyFile
                            + ": " + NodeKey.reason(problem.get()) + ". " + ADVICE);
                }
                answers.put(address, String.valueOf(problem.get().getMessage()));
            }
            if (deadline.isOver()) {
                String tried = answers.entrySet().stream()
                        .map(entry -> HostPort.text(entry.getKey()) + " (" + entry.getValue() + ")")
                        .collect(Collectors.joining(", "));
                throw new ClusterException("No node answered within " + deadline + ": " + tried
                        + ". Start the first node before the others, with the address at which others reach it (--bind), and"
                        + " check host and port.");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Connects to each address once, and returns whether a node answered or a handshake failed permanently. */
    private boolean isAnyThere(List<InetSocketAddress> addresses) {
        return addresses.stream().map(this::call).anyMatch(problem -> problem.isEmpty() || isFinal(problem.get()));
    }

    /** Connects and completes the handshake; returns the exception if this fails, otherwise empty. */
    private Optional<IOException> call(InetSocketAddress address) {
        if (address.isUnresolved()) {
            return Optional.of(new IOException("unknown host"));
        }
        try (Socket plain = new Socket()) {
            plain.connect(address, PROBE_MILLIS);
            plain.setSoTimeout(PROBE_MILLIS);
            SSLSocket secure = (SSLSocket)
                    tls.getSocketFactory().createSocket(plain, address.getHostString(), address.getPort(), true);
            NodeKey.configure(secure);
            NodeKey.handshake(secure);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    /** Returns whether a failed handshake would fail again, unlike one with a node that is ending or busy. */
    private static boolean isFinal(IOException problem) {
        return problem instanceof SSLException
                && !(problem.getCause() instanceof EOFException || problem.getCause() instanceof SocketException);
    }

    private Discovery discovery(InetSocketAddress own) {
        return NodeStack.list(settings.join().isEmpty() ? List.of(own) : addresses());
    }

    private List<InetSocketAddress> addresses() {
        return settings.join().stream().map(HostPort::parse).toList();
    }

    private List<InetSocketAddress> others(InetSocketAddress own) {
        return addresses().stream().filter(address -> !address.equals(own)).toList();
    }

    private ClusterException alone() {
        return new ClusterException("Node " + settings.name() + " is alone after " + deadline
                + "; it searched for nodes at " + String.join(", ", settings.join())
                + ". Check that nodes are running there, with the same key file and version of Microbench.");
    }

    private static void close(TlsServerSocket server) {
        try {
            server.close();
        } catch (IOException e) {
            // Closing failed; nothing else can be done.
        }
    }
}
