// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.replicated.RaftServer.RaftMap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.protocols.raft.ELECTION;
import org.jgroups.protocols.raft.NO_DUPES;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.protocols.raft.REDIRECT;
import org.jgroups.raft.RaftHandle;
import org.jgroups.stack.Protocol;

/** A member of JGroups-raft: a channel with RAFT, its log, and the server for clients. */
record RaftMember(JChannel channel, RAFT raft, RaftLog log, RaftServer server) implements Member {

    private static final String CLUSTER = "store";
    private static final long JOIN_SECONDS = 20;
    private static final long PAUSE_MILLIS = 200;

    /**
     * Starts a member with retries, because the others reject it while their view contains the same member: until they
     * have detected that it was killed, or if the answer to its first request to join was lost.
     */
    static RaftMember start(MemberStart start) throws IOException {
        MemberPorts.requireFree(start.own());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(JOIN_SECONDS);
        try {
            while (true) {
                try {
                    return join(start);
                } catch (SecurityException e) {
                    if (deadline - System.nanoTime() < 0) {
                        throw e;
                    }
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
        } catch (Exception e) {
            throw new IOException(
                    "member " + start.number() + " of JGroups-raft does not start on "
                            + RaftStack.memberAddress(start.own()) + ": " + e,
                    e);
        }
    }

    /** Joins once, with a new log and a new channel, because a rejected channel closes its log. */
    private static RaftMember join(MemberStart start) throws Exception {
        boolean force = start.durability() == Durability.SAFE;
        RaftLog log = new RaftLog(start.folder(), force);
        try {
            RAFT raft = RaftStack.raft(start, log, force);
            JChannel channel = new JChannel(RaftStack.protocols(start, raft)).name(raft.raftId());
            try {
                RaftMap map = new RaftMap();
                RaftHandle handle = new RaftHandle(channel, map);
                // The server is started first, because the port must be free before others see the member.
                RaftServer server = RaftServer.start(handle, map, RaftStack.clientAddress(start.own()));
                channel.setReceiver(new Receiver() {
                    @Override
                    public void viewAccepted(View view) {
                        server.viewChanged(view);
                    }
                });
                try {
                    channel.connect(CLUSTER);
                    return new RaftMember(channel, raft, log, server);
                } catch (Exception e) {
                    server.close();
                    throw e;
                }
            } catch (Exception e) {
                channel.close();
                throw e;
            }
        } catch (Exception e) {
            log.close();
            throw e;
        }
    }

    @Override
    public Optional<Boolean> leads() {
        return Optional.of(raft.isLeader());
    }

    @Override
    public OptionalLong forces() {
        return OptionalLong.of(log.forces());
    }

    @Override
    public CompletionStage<String> failure() {
        return log.failure();
    }

    @Override
    public void close() {
        server.close();
        channel.close();
    }

    /**
     * The protocols of a member: those of JGroups-raft's {@code raft.xml}, on TCP between known addresses, with shorter
     * timeouts. A killed member is detected by its broken connections, a frozen member after five seconds.
     */
    static final class RaftStack {

        private static final long FROZEN_MILLIS = 5000;
        private static final long HEARTBEAT_MILLIS = 1000;
        private static final long VERIFY_MILLIS = 500;
        private static final long JOIN_MILLIS = 1000;
        private static final long MERGE_MILLIS = 3000;

        /**
         * The size of the log after which a snapshot is written: the default, 1,000,000, would mean several per second.
         */
        private static final long LOG_BYTES = 64L << 20;

        private RaftStack() {}

        private static String id(MemberLocation place) {
            return "member-" + place.number();
        }

        static InetSocketAddress memberAddress(MemberLocation place) {
            return new InetSocketAddress(place.host(), place.ports().get(0));
        }

        static InetSocketAddress clientAddress(MemberLocation place) {
            return new InetSocketAddress(place.host(), place.ports().get(1));
        }

        static RAFT raft(MemberStart start, RaftLog log, boolean force) {
            RAFT raft = new RAFT();
            raft.raftId(id(start.own()));
            raft.members(start.members().stream().map(RaftStack::id).toList());
            raft.log(log);
            raft.logUseFsync(force);
            raft.maxLogSize(LOG_BYTES);
            return raft;
        }

        static List<Protocol> protocols(MemberStart start, RAFT raft) {
            InetSocketAddress own = memberAddress(start.own());
            TCP tcp = new TCP();
            tcp.setBindAddress(own.getAddress()).setBindPort(own.getPort()).setPortRange(0);
            tcp.enableSuspectEvents(true);
            // Without this option, a small message waits up to 40 ms for the acknowledgement of the previous one.
            tcp.tcpNodelay(true);
            List<InetSocketAddress> hosts =
                    start.members().stream().map(RaftStack::memberAddress).toList();
            TCPPING ping = new TCPPING();
            ping.setInitialHosts(hosts);
            ping.setPortRange(0);
            return List.of(
                    tcp,
                    ping,
                    new MERGE3().setMinInterval(HEARTBEAT_MILLIS).setMaxInterval(MERGE_MILLIS),
                    new FD_ALL3().setTimeout(FROZEN_MILLIS).setInterval(HEARTBEAT_MILLIS),
                    new VERIFY_SUSPECT2().setTimeout(VERIFY_MILLIS),
                    new NAKACK2().useMcastXmit(false),
                    new UNICAST3(),
                    new STABLE(),
                    new NO_DUPES(),
                    new GMS().setJoinTimeout(JOIN_MILLIS).printLocalAddress(false),
                    new UFC(),
                    new MFC(),
                    new FRAG4(),
                    new RaftElection(),
                    raft,
                    new REDIRECT());
        }

        /**
         * The election of JGroups-raft, fixed to end with its channel. The original continues forever if it has no
         * leader yet and its view still contains a majority, even if the view that started it arrived while the channel
         * was closing.
         */
        private static final class RaftElection extends ELECTION {
            private volatile boolean stopped;

            RaftElection() {
                setId(ClassConfigurator.getProtocolId(ELECTION.class));
            }

            @Override
            public void start() throws Exception {
                stopped = false;
                super.start();
            }

            @Override
            public void stop() {
                stopped = true;
                super.stop();
            }

            @Override
            protected void runVotingProcess() {
                if (stopped) {
                    // The superclass ends when the thread is interrupted.
                    Thread.currentThread().interrupt();
                }
                super.runVotingProcess();
            }
        }
    }
}
