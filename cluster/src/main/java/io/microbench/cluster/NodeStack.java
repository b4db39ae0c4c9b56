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
 * <p>No FD_SOCK2: it listens on a port of its own, on all devices, without TLS. A connection that breaks
 * tells as much ({@code enableSuspectEvents}); a node whose connections stand and that says nothing is noticed by FD_ALL3.
 * No flow control: UFC holds up all messages to a node where one conversation is read slowly, so each conversation bounds
 * what it sends.
 */
final class NodeStack {

    /** Within what a frozen node is noticed; default 40 s. A benchmark may keep a node's threads waiting for a second. */
    private static final long SILENT_MILLIS = 5000;

    private static final long HEARTBEAT_MILLIS = 1000;

    /** How long a silent node may take to answer before it is lost; default 1 s, which a busy machine exceeds. */
    private static final long VERIFY_MILLIS = 3000;

    /** Long after a silent node was noticed. */
    private static final int SILENT_CONNECTION_MILLIS = 15_000;

    /** How often a part of the cluster looks for other parts: a thawed node is back within about that time. */
    private static final long MERGE_MIN_MILLIS = 4000;

    private static final long MERGE_MAX_MILLIS = 10_000;

    private static final long JOIN_MILLIS = 3000;

    /** Where nobody else is there yet. */
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
            // JGroups waits for the handshake without limit.
            socket.setSoTimeout(SILENT_CONNECTION_MILLIS);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a static list as the way to find other nodes. */
    static Discovery list(List<InetSocketAddress> addresses) {
        TCPPING discovery = new TCPPING();
        discovery.setInitialHosts(addresses);
        discovery.setPortRange(0);
        return discovery;
    }

    /**
     * Returns the whole stack, from the transport upwards.
     *
     * @param alone whether there is nobody yet whose answer could be awaited
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
