/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jgroups.JChannel;
import org.jgroups.protocols.Discovery;
import org.jgroups.util.ExtendedUUID;

/** Lets a node join, until it is among others or has to give up. */
final class Joining {

    private static final String CLUSTER = "microbench";
    private static final int SHORTEST_SECRET = 16;

    static {
        // JGroups reads no Java object here; should it ever try to, it gets nothing. Its own switch: others may
        // serialise.
        if (System.getProperty("jgroups.deserialization.filter") == null) {
            System.setProperty("jgroups.deserialization.filter", "!*");
        }
        EngineLog.install();
    }

    private final ClusterSettings settings;
    private final int protocol;
    private final Deadline deadline;

    Joining(ClusterSettings settings, int protocol) {
        this.settings = settings;
        this.protocol = protocol;
        this.deadline = Deadline.in(settings.joinDeadline());
    }

    /**
     * Joins.
     *
     * @throws ClusterException if that cannot be done before the deadline
     */
    Cluster join(List<Service> services) {
        InetAddress host = HostPort.host(settings.bind());
        requireGuard(host);
        HandshakeKey key = new HandshakeKey(protocol, secret());
        Optional<SSLContext> tls = settings.tls().map(TlsContext::of);
        int port = settings.port();
        while (true) {
            Gatekeeper keeper = new Gatekeeper(key, tls);
            try {
                Gate gate = listen(keeper, new InetSocketAddress(host, port));
                port = gate.getLocalPort();
                Optional<Cluster> node = attempt(keeper, gate, services);
                if (node.isPresent()) {
                    return node.get();
                }
            } catch (RuntimeException e) {
                keeper.close();
                throw e;
            }
            if (deadline.isOver()) {
                throw alone();
            }
        }
    }

    private void requireGuard(InetAddress host) {
        if (host.isLoopbackAddress()) {
            return;
        }
        if (settings.tls().isEmpty()) {
            throw new ClusterException(
                    "A node that listens on " + settings.bind() + " can be reached from other machines,"
                            + " which needs mutual TLS: give a key store and a trust store (--keystore, --truststore),"
                            + " or listen on " + ClusterSettings.LOOPBACK);
        }
        if (settings.secret().isEmpty()) {
            throw new ClusterException("A node that listens on " + settings.bind()
                    + " needs the secret of its cluster: give a file that has it, or a variable of the environment"
                    + " (--secret-file, --secret-variable)");
        }
        if (host.isAnyLocalAddress()) {
            throw new ClusterException("A node cannot listen on " + settings.bind()
                    + ", as others would not know where it is: name the one address that they can reach");
        }
    }

    private String secret() {
        String secret = settings.secret()
                .map(SecretSource::read)
                .orElseGet(() ->
                        UserSecret.readOrCreate(UserSecret.file(System.getenv(), System.getProperty("user.home", ""))));
        if (secret.length() < SHORTEST_SECRET) {
            throw new ClusterException("The secret has " + secret.length() + " characters: use at least "
                    + SHORTEST_SECRET + ", such as what openssl rand -hex 32 prints");
        }
        return secret;
    }

    private static Gate listen(Gatekeeper keeper, InetSocketAddress address) {
        try {
            return new Gate(keeper, address);
        } catch (IOException e) {
            throw new ClusterException(
                    "Cannot listen on " + HostPort.text(address) + ": " + e.getMessage()
                            + ". Give another port (--port), 0 for any that is free, or an address of this machine (--bind).",
                    e);
        }
    }

    /** Joins once; empty if this node was alone. */
    private Optional<Cluster> attempt(Gatekeeper keeper, Gate gate, List<Service> services) {
        InetSocketAddress own = gate.address();
        ExtendedUUID address = MemberAddress.create(settings.name(), HostPort.text(own));
        keeper.introduce(new Handshake.Card(settings.name(), MemberAddress.id(address), HostPort.text(own)));
        try {
            Doorbell bell = new Doorbell(keeper, deadline);
            boolean nobody = settings.isFirst(own) && !bell.isAnyThere(others(own));
            if (!nobody && settings.stack().isEmpty()) {
                bell.awaitAny(others(own));
            }
            Cluster node = create(address, keeper, gate, services, nobody);
            try {
                gate.open();
                node.connect(CLUSTER);
                if (!nobody && !node.awaitCompany(patience())) {
                    node.close();
                    return Optional.empty();
                }
                node.namesake().ifPresent(other -> {
                    throw new ClusterException(
                            "Name " + settings.name() + " is taken by node " + other + ". " + Refusal.NAME.advice());
                });
                return Optional.of(node);
            } catch (RuntimeException e) {
                node.close();
                throw e;
            }
        } catch (ClusterException e) {
            close(gate);
            throw e;
        } catch (InterruptedException e) {
            close(gate);
            Thread.currentThread().interrupt();
            throw new ClusterException("Interrupted while node " + settings.name() + " was joining");
        } catch (Exception e) {
            close(gate);
            throw new ClusterException("Node " + settings.name() + " cannot join: " + e + lastLine(), e);
        }
    }

    private Cluster create(ExtendedUUID address, Gatekeeper keeper, Gate gate, List<Service> services, boolean nobody)
            throws Exception {
        GuardedTcp transport = NodeStack.transport(gate, new GateSockets(keeper, gate));
        JChannel channel = new JChannel(NodeStack.on(transport, discovery(gate.address()), nobody));
        channel.name(settings.name());
        channel.addAddressGenerator(() -> address);
        return new Cluster(address, channel, transport, keeper, services);
    }

    private Discovery discovery(InetSocketAddress own) {
        return settings.stack()
                .map(StackFile::read)
                .orElseGet(() -> NodeStack.list(settings.join().isEmpty() ? List.of(own) : addresses()));
    }

    private List<InetSocketAddress> addresses() {
        return settings.join().stream().map(HostPort::parse).toList();
    }

    private List<InetSocketAddress> others(InetSocketAddress own) {
        return addresses().stream().filter(address -> !address.equals(own)).toList();
    }

    /** Where nodes are found by other means, several may have started at once and merge soon. */
    private Duration patience() {
        return settings.stack().isPresent() ? Duration.ofNanos(Math.max(0, deadline.nanosLeft())) : Duration.ZERO;
    }

    private ClusterException alone() {
        String tried = settings.stack().map(file -> "by " + file).orElseGet(() -> settings.join().stream()
                .collect(Collectors.joining(", ")));
        return new ClusterException("Node " + settings.name() + " is alone after " + deadline
                + "; it looked for others "
                + tried + ". There is none, or one does not trust the other's certificate, or secret or version differ"
                + lastLine());
    }

    private static String lastLine() {
        return EngineLog.last().map(line -> ". JGroups says: " + line).orElse("");
    }

    private static void close(Gate gate) {
        try {
            gate.close();
        } catch (IOException e) {
            // It is closed, then.
        }
    }
}
