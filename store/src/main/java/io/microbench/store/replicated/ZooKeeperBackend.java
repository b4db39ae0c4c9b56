// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.Member;
import io.microbench.store.MemberPlace;
import io.microbench.store.MemberStart;
import io.microbench.store.Reads;
import io.microbench.store.Store;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/**
 * Apache ZooKeeper. A change is acknowledged when a majority of the members has it in its log;
 * {@code zookeeper.forceSync} defines whether the log is forced before, and is a system property: members with
 * different durabilities cannot share a JVM.
 */
public final class ZooKeeperBackend extends LibraryBackend {

    public ZooKeeperBackend() {
        // The ports are for clients, for followers of the leader, and for elections.
        super(
                "zookeeper",
                3,
                Set.of(Durability.SAFE, Durability.PROCESS),
                true,
                EnumSet.allOf(Reads.class),
                new RequiredLibrary("org.apache.zookeeper:zookeeper", "org.apache.zookeeper.server.quorum.QuorumPeer"),
                new RequiredLibrary("io.dropwizard.metrics:metrics-core", "com.codahale.metrics.Reservoir"),
                new RequiredLibrary("org.xerial.snappy:snappy-java", "org.xerial.snappy.SnappyInputStream"));
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
