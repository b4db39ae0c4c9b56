// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.LazyThreadFactory;

/**
 * The JGroups stack of a node.
 *
 * <p>FD_SOCK2 is not used, because it listens on another port, on all network interfaces, without TLS. Broken
 * connections serve the same purpose ({@code enableSuspectEvents}); FD_ALL3 detects silent nodes with open connections.
 * There is no UFC, because it delays all messages to a node if one conversation is read slowly; conversations limit
 * their own messages.
 */
final class NodeStack {

    /**
     * The time until a frozen node is detected; JGroups' default is 40 s. A benchmark may delay a node's threads for 1
     * s.
     */
    private static final long SILENT_MILLIS = 5000;

    private static final long HEARTBEAT_MILLIS = 1000;

    /** The time limit for a silent node to answer; JGroups' default is 1 s, too short on a busy machine. */
    private static final long VERIFY_MILLIS = 3000;

    /** Much longer than the time until a silent node is detected. */
    private static final int SILENT_CONNECTION_MILLIS = 15_000;

    /**
     * The interval at which parts of a cluster search for each other; a node that was frozen rejoins after about one
     * interval.
     */
    private static final long MERGE_MIN_MILLIS = 4000;

    private static final long MERGE_MAX_MILLIS = 10_000;

    private static final long JOIN_MILLIS = 3000;

    /** The join timeout of a node that starts alone. */
    private static final long START_MILLIS = 10;

    private static final int JOIN_ATTEMPTS = 3;

    private NodeStack() {}

    /** Returns the transport of a node on the given port, whose connections use mutual TLS. */
    static NodeTcp transport(TlsServerSocket server, SSLContext tls) {
        DefaultSocketFactory sockets = new DefaultSocketFactory(tls.getSocketFactory(), server.factory());
        sockets.setSocketConfigurator(NodeStack::configure);
        NodeTcp tcp = new NodeTcp();
        tcp.setBindAddr(server.getInetAddress());
        tcp.setBindPort(server.getLocalPort());
        tcp.setPortRange(0);
        tcp.setSocketFactory(sockets);
        tcp.setThreadFactory(new LazyThreadFactory("microbench-node", true, true));
        tcp.useVirtualThreads(false);
        tcp.tcpNodelay(true);
        tcp.enableSuspectEvents(true);
        tcp.logDetails(false);
        return tcp;
    }

    private static void configure(Socket socket) {
        NodeKey.configure((SSLSocket) socket);
        try {
            // JGroups would wait for the handshake without a time limit.
            socket.setSoTimeout(SILENT_CONNECTION_MILLIS);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a discovery protocol with a static list of addresses. */
    static Discovery list(List<InetSocketAddress> addresses) {
        TCPPING discovery = new TCPPING();
        discovery.setInitialHosts(addresses);
        discovery.setPortRange(0);
        return discovery;
    }

    /**
     * Returns the complete stack, starting with the transport.
     *
     * @param alone whether there are no other nodes to wait for
     */
    static List<Protocol> on(NodeTcp transport, Discovery discovery, boolean alone) {
        GMS membership = new GMS();
        membership.setJoinTimeout(alone ? START_MILLIS : JOIN_MILLIS);
        membership.setMaxJoinAttempts(JOIN_ATTEMPTS);
        membership.printLocalAddress(false);
        FD_ALL3 heartbeats = new FD_ALL3();
        heartbeats.setTimeout(SILENT_MILLIS);
        heartbeats.setInterval(HEARTBEAT_MILLIS);
        NAKACK2 multicasts = new NAKACK2();
        multicasts.useMcastXmit(false);
        return List.of(
                transport,
                discovery,
                new MERGE3().setMinInterval(MERGE_MIN_MILLIS).setMaxInterval(MERGE_MAX_MILLIS),
                heartbeats,
                new VERIFY_SUSPECT2().setTimeout(VERIFY_MILLIS),
                multicasts,
                new UNICAST3(),
                new STABLE(),
                membership,
                new FRAG4());
    }
}
