// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.ReplicatedBackend.MemberPlace;
import io.microbench.store.ReplicatedBackend.MemberStart;
import java.net.InetSocketAddress;
import java.util.List;
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
import org.jgroups.stack.Protocol;

/**
 * The protocols of a member: those of JGroups-raft's file {@code raft.xml}, on TCP between known addresses, with
 * shorter timeouts. A killed member is noticed by its broken connections, a frozen one after five seconds.
 */
final class RaftStack {

    private static final long FROZEN_MILLIS = 5000;
    private static final long HEARTBEAT_MILLIS = 1000;
    private static final long VERIFY_MILLIS = 500;
    private static final long JOIN_MILLIS = 1000;
    private static final long MERGE_MILLIS = 3000;

    /** The size of the log after which a snapshot is written; the default, 1,000,000, writes several per second. */
    private static final long LOG_BYTES = 64L << 20;

    private RaftStack() {}

    private static String id(MemberPlace place) {
        return "member-" + place.number();
    }

    /** Returns the address for other members. */
    static InetSocketAddress memberAddress(MemberPlace place) {
        return new InetSocketAddress(place.host(), place.ports().get(0));
    }

    static InetSocketAddress clientAddress(MemberPlace place) {
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
        // Without it, a small message waits up to 40 ms for the acknowledgement of the previous one.
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
     * The election of JGroups-raft, fixed to end with its channel: the original continues forever if it has no leader yet
     * and a majority is still in its view, also if it was started by a view that arrived while the channel was closing.
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
                // The original's condition for the end.
                Thread.currentThread().interrupt();
            }
            super.runVotingProcess();
        }
    }
}
