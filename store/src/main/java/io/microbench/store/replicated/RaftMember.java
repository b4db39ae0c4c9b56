// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberStart;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.raft.RaftHandle;

/** A member: a channel with RAFT, its log, and the server for clients. */
record RaftMember(JChannel channel, RAFT raft, RaftLog log, RaftServer server) implements Member {

    private static final String CLUSTER = "store";
    private static final long JOIN_SECONDS = 20;
    private static final long PAUSE_MILLIS = 200;

    static RaftMember start(MemberStart start) throws IOException {
        MemberPorts.requireFree(start.own());
        boolean force = start.durability() == Durability.SAFE;
        RaftLog log = new RaftLog(start.folder(), force);
        try {
            RAFT raft = RaftStack.raft(start, log, force);
            JChannel channel = new JChannel(RaftStack.protocols(start, raft)).name(raft.raftId());
            try {
                RaftMap map = new RaftMap();
                RaftHandle handle = new RaftHandle(channel, map);
                // First, so that the port is known to be free before others know the member.
                RaftServer server = RaftServer.start(handle, map, RaftStack.clientAddress(start.own()));
                channel.setReceiver(new Receiver() {
                    @Override
                    public void viewAccepted(View view) {
                        server.viewChanged(view);
                    }
                });
                try {
                    connect(channel);
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
            throw new IOException(
                    "member " + start.number() + " of JGroups-raft does not start on "
                            + RaftStack.memberAddress(start.own()) + ": " + e,
                    e);
        }
    }

    /** Connects with retries: others refuse a member that was killed until they have noticed that. */
    private static void connect(JChannel channel) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(JOIN_SECONDS);
        while (true) {
            try {
                channel.connect(CLUSTER);
                return;
            } catch (SecurityException e) {
                if (deadline - System.nanoTime() < 0) {
                    throw e;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
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
}
