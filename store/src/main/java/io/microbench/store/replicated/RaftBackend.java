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
 * JGroups-raft: a map as its state machine, changes in its log.
 *
 * <p>Its own client does not serve: the protocol CLIENT closes a connection after one request, and takes a look-up for a change of the
 * members as well (1.1.3). So clients talk to their member by a connection on which any number of requests are under way, and the member
 * passes them on to its {@code RaftHandle} without waiting for one before it takes the next.
 */
public final class RaftBackend implements ReplicatedBackend {

    /** One for the members among themselves, one for clients. */
    private static final int PORTS = 2;

    private static final List<OptionalLibrary> LIBRARIES =
            List.of(new OptionalLibrary("org.jgroups:jgroups-raft", "org.jgroups.protocols.raft.RAFT"));

    /** For the service loader. */
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
