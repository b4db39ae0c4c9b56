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
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Apache ZooKeeper. A change is acknowledged when a majority of the members has it in its log;
 * {@code zookeeper.forceSync} defines whether the log is forced before, and is a system property: members with
 * different durabilities cannot share a JVM.
 */
public final class ZooKeeperBackend implements ReplicatedBackend {

    private static final List<OptionalLibrary> LIBRARIES = List.of(
            new OptionalLibrary("org.apache.zookeeper:zookeeper", "org.apache.zookeeper.server.quorum.QuorumPeer"),
            new OptionalLibrary("io.dropwizard.metrics:metrics-core", "com.codahale.metrics.Reservoir"),
            new OptionalLibrary("org.xerial.snappy:snappy-java", "org.xerial.snappy.SnappyInputStream"));

    /** Creates the backend; called by the service loader. */
    public ZooKeeperBackend() {}

    @Override
    public String name() {
        return "zookeeper";
    }

    @Override
    public Set<Durability> durabilities() {
        return Set.of(Durability.SAFE, Durability.PROCESS);
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
        return Set.of(Reads.values());
    }

    /** Returns the number of ports: for clients, for followers of the leader, and for elections. */
    @Override
    public int ports() {
        return 3;
    }

    @Override
    public Member start(MemberStart start) throws IOException {
        return ZooKeeperMember.start(start);
    }

    @Override
    public Store connect(MemberPlace place, Reads reads) throws IOException {
        return ZooKeeperStore.connect(place, reads);
    }
}
