/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.net.InetSocketAddress;
import java.util.List;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.LazyThreadFactory;

/**
 * The JGroups stack of a node.
 *
 * <p>No FD_SOCK2: it listens on a port of its own, on all devices, without TLS or handshake. A connection that breaks
 * tells as much ({@code enableSuspectEvents}); a node whose connections stand and that says nothing is noticed by FD_ALL3.
 * No flow control: what a conversation may have on its way is bounded by the conversation. No fragmentation: lines are
 * sent in pieces.
 */
final class NodeStack {

    /** Within what a frozen node is noticed; default 40 s. A benchmark may keep a node's threads waiting for a second. */
    private static final long SILENT_MILLIS = 5000;

    private static final long HEARTBEAT_MILLIS = 1000;

    /** How often a part of the cluster looks for other parts: a thawed node is back within about that time. */
    private static final long MERGE_MIN_MILLIS = 4000;

    private static final long MERGE_MAX_MILLIS = 10_000;

    private static final long JOIN_MILLIS = 3000;

    /** Where nobody else is there yet. */
    private static final long START_MILLIS = 10;

    private static final int JOIN_ATTEMPTS = 3;

    private NodeStack() {}

    /** Returns the transport of a node on the given gate. */
    static GuardedTcp transport(Gate gate, GateSockets sockets) {
        GuardedTcp tcp = new GuardedTcp();
        InetSocketAddress address = gate.address();
        tcp.setBindAddr(address.getAddress());
        tcp.setBindPort(address.getPort());
        tcp.setPortRange(0);
        tcp.setSocketFactory(sockets);
        tcp.setThreadFactory(new LazyThreadFactory("microbench-node", true, true));
        tcp.useVirtualThreads(false);
        tcp.tcpNodelay(true);
        tcp.enableSuspectEvents(true);
        tcp.logDetails(false);
        return tcp;
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
    static List<Protocol> on(GuardedTcp transport, Discovery discovery, boolean alone) {
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
                new VERIFY_SUSPECT2(),
                multicasts,
                new UNICAST3(),
                new STABLE(),
                membership);
    }
}
