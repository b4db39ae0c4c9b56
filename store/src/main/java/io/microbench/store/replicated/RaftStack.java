// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.MemberPlace;
import io.microbench.store.MemberStart;
import java.net.InetSocketAddress;
import java.util.List;
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
import org.jgroups.protocols.raft.NO_DUPES;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.protocols.raft.REDIRECT;
import org.jgroups.stack.Protocol;

/**
 * The protocols of a member. They are those of the file {@code raft.xml} that comes with JGroups-raft, on TCP between addresses that are
 * known, with shorter times: a member that is killed is noticed by its connections, one that is frozen after five seconds.
 */
final class RaftStack {

    private static final long FROZEN_MILLIS = 5000;
    private static final long HEARTBEAT_MILLIS = 1000;
    private static final long VERIFY_MILLIS = 500;
    private static final long JOIN_MILLIS = 1000;
    private static final long MERGE_MILLIS = 3000;

    /** A snapshot is written after so many bytes of log; the default, 1,000,000, has one several times a second. */
    private static final long LOG_BYTES = 64L << 20;

    private RaftStack() {}

    private static String id(MemberPlace place) {
        return "member-" + place.number();
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
        InetSocketAddress own = RaftPorts.ofMembers(start.own());
        TCP tcp = new TCP();
        tcp.setBindAddress(own.getAddress()).setBindPort(own.getPort()).setPortRange(0);
        tcp.enableSuspectEvents(true);
        // Without, a small message waits up to 40 ms for the acknowledgement of the one before.
        tcp.tcpNodelay(true);
        List<InetSocketAddress> hosts =
                start.members().stream().map(RaftPorts::ofMembers).toList();
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
}
