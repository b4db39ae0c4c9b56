// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.Member;
import io.microbench.store.MemberPlace;
import io.microbench.store.MemberStart;
import io.microbench.store.Reads;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.Store;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * JGroups-raft, with a map as its state machine.
 *
 * <p>Its own client cannot be used: the protocol CLIENT closes a connection after one request, and also treats a
 * look-up as a change of the members (1.1.3). So clients have a connection to their member with any number of pending
 * requests, which the member passes on to its {@code RaftHandle} without waiting for each.
 */
public final class RaftBackend implements ReplicatedBackend {

    /** One for the other members, one for clients. */
    private static final int PORTS = 2;

    private static final List<OptionalLibrary> LIBRARIES =
            List.of(new OptionalLibrary("org.jgroups:jgroups-raft", "org.jgroups.protocols.raft.RAFT"));

    /** Creates the backend; called by the service loader. */
    public RaftBackend() {}

    @Override
    public String name() {
        return "jgroupsraft";
    }

    @Override
    public Set<Durability> durabilities() {
        return EnumSet.of(Durability.SAFE, Durability.PROCESS);
    }

    @Override
    public Optional<String> unavailable() {
        return OptionalLibrary.firstMissing(LIBRARIES);
    }

    @Override
    public boolean consensus() {
        return true;
    }

    @Override
    public Set<Reads> reads() {
        return EnumSet.allOf(Reads.class);
    }

    @Override
    public int ports() {
        return PORTS;
    }

    @Override
    public Member start(MemberStart start) throws IOException {
        return RaftMember.start(start);
    }

    @Override
    public Store connect(MemberPlace place, Reads reads) {
        return new RaftClient(RaftPorts.ofClients(place), reads);
    }
}
