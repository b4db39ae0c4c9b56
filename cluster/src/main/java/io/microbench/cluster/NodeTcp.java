// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.DiagnosticsHandler;

/**
 * JGroups' TCP transport, extended to record broken connections and to send to each node in its own thread.
 *
 * <p>JGroups connects and sends in a single thread. The kernel of a frozen node accepts connections, but the node never
 * answers. Without a thread per target, a node that connects to a frozen node would send no heartbeats, and would be
 * suspected itself. ({@code PerDestinationBundler} sends all multicasts in one thread, and its threads are not
 * daemons.)
 */
final class NodeTcp extends TCP {

    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /** Longer than the time between two heartbeats. */
    private static final long IDLE_SECONDS = 3;

    private final Map<PhysicalAddress, ThreadPoolExecutor> senders = new ConcurrentHashMap<>();
    private final Set<String> broken = ConcurrentHashMap.newKeySet();

    NodeTcp() {
        // The id of the headers is set, because JGroups only knows the ids of its own classes.
        setId(ClassConfigurator.getProtocolId(TCP.class));
    }

    /**
     * Returns, and then clears, whether a connection of a node broke, for example because its process ended without
     * leaving.
     */
    boolean takeBroken(String address) {
        return broken.remove(address);
    }

    /** Sends asynchronously, without waiting for the connection or for buffer space on the other side. */
    @Override
    public void sendUnicast(PhysicalAddress to, byte[] data, int offset, int length) {
        // The data is copied, because JGroups reuses its buffer.
        byte[] frame = Arrays.copyOfRange(data, offset, offset + length);
        senders.computeIfAbsent(to, address -> sender()).execute(() -> {
            try {
                send(to, frame, 0, frame.length);
            } catch (Exception e) {
                // JGroups resends missing messages and detects unreachable nodes.
                log.debug("cannot send to %s: %s", to, e);
            }
        });
    }

    private static ThreadPoolExecutor sender() {
        ThreadPoolExecutor thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named("microbench-node-send"),
                new ThreadPoolExecutor.DiscardPolicy());
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    /** Stops, after sending the remaining messages to nodes that accept them in time. */
    @Override
    public void stop() {
        senders.values().forEach(ThreadPoolExecutor::shutdown);
        Deadline deadline = Deadline.in(LAST_WORDS);
        try {
            for (ThreadPoolExecutor sender : senders.values()) {
                sender.awaitTermination(Math.max(0, deadline.nanosLeft()), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        super.stop();
        senders.values().forEach(ThreadPoolExecutor::shutdownNow);
    }

    /** Closes the connections of non-members, without a last message, which would block if the node is frozen. */
    @Override
    public void retainAll(Collection<Address> members) {
        srv.forAllConnections((address, connection) -> {
            if (!members.contains(address) && address instanceof PhysicalAddress peer && !is_member.test(peer)) {
                try {
                    connection.close(false);
                } catch (IOException e) {
                    log.debug("cannot close %s: %s", connection, e);
                }
            }
        });
        super.retainAll(members);
    }

    /** Disables JGroups' diagnostics port and multicast. */
    @Override
    public DiagnosticsHandler createDiagnosticsHandler() {
        DiagnosticsHandler handler = super.createDiagnosticsHandler();
        handler.setEnabled(false);
        return handler;
    }

    @Override
    public void connectionClosed(Connection connection) {
        // Ignores connections that this node closed because the other is lost, or because both opened one.
        if (!connection.isClosedGracefully()
                && connection.peerAddress() instanceof PhysicalAddress peer
                && is_member.test(peer)
                && !srv.connectionEstablishedTo(peer)) {
            broken.add(peer.toString());
        }
        super.connectionClosed(connection);
    }

    @Override
    public void connectionEstablished(Connection connection) {
        if (connection.peerAddress() != null) {
            broken.remove(connection.peerAddress().toString());
        }
        super.connectionEstablished(connection);
    }
}
