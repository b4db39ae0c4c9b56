// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import io.microbench.store.replicated.EtcdMember.EtcdBinary;
import io.microbench.store.replicated.RaftMember.RaftStack;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A backend whose libraries are on the class path only if the suite depends on them. */
public abstract class LibraryBackend implements ReplicatedBackend {

    private final String name;
    private final int ports;
    private final Set<Durability> durabilities;
    private final boolean consensus;
    private final Set<Reads> reads;
    private final List<RequiredLibrary> libraries;

    LibraryBackend(
            String name,
            int ports,
            Set<Durability> durabilities,
            boolean consensus,
            Set<Reads> reads,
            RequiredLibrary... libraries) {
        this.name = name;
        this.ports = ports;
        this.durabilities = durabilities;
        this.consensus = consensus;
        this.reads = reads;
        this.libraries = List.of(libraries);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int ports() {
        return ports;
    }

    @Override
    public final Set<Durability> durabilities() {
        return durabilities;
    }

    /** Returns why a program that the backend starts is missing; empty if it is found or none is needed. */
    public Optional<String> missingProgram() {
        return Optional.empty();
    }

    @Override
    public Optional<String> unavailable() {
        return missingProgram().or(() -> libraries.stream()
                .map(RequiredLibrary::missing)
                .flatMap(Optional::stream)
                .findFirst());
    }

    @Override
    public final boolean consensus() {
        return consensus;
    }

    @Override
    public final Set<Reads> reads() {
        return reads;
    }

    /**
     * A library that a backend needs.
     *
     * @param artifact its Maven coordinates, without a version
     * @param type one of its classes
     */
    record RequiredLibrary(String artifact, String type) {

        private Optional<String> missing() {
            try {
                Class.forName(type, false, RequiredLibrary.class.getClassLoader());
                return Optional.empty();
            } catch (ClassNotFoundException | LinkageError e) {
                return Optional.of(artifact + " is not on the class path: " + e);
            }
        }
    }

    /**
     * The etcd on this machine, through jetcd. A change is acknowledged when a majority of the members has it in the
     * log; {@code process} is etcd's option {@code --unsafe-no-fsync}.
     */
    public static final class EtcdBackend extends LibraryBackend {

        public EtcdBackend() {
            // The ports are for clients and for the other members.
            super(
                    "etcd",
                    2,
                    Set.of(Durability.SAFE, Durability.PROCESS),
                    true,
                    EnumSet.allOf(Reads.class),
                    new RequiredLibrary("io.etcd:jetcd-core", "io.etcd.jetcd.Client"));
        }

        @Override
        public Optional<String> missingProgram() {
            return EtcdBinary.missing(System.getenv().getOrDefault("PATH", ""));
        }

        @Override
        public Member start(MemberStart start) throws IOException {
            return EtcdMember.start(start);
        }

        @Override
        public Store connect(MemberLocation place, Reads reads) {
            return EtcdStore.connect(place, reads);
        }
    }

    /**
     * Infinispan with a synchronously replicated cache, through Hot Rod. A change is acknowledged when each known
     * member has it. Members on both sides of a network partition continue independently, so this is not consensus.
     *
     * <p>{@code process} is its file store with write-through. {@code safe} is not supported: with {@code syncWrites}
     * the file store syncs its file before it acknowledges a change, except for changes that wait while a new file is
     * opened; those are acknowledged without a sync (LogAppender, Infinispan 16.0.12).
     */
    public static final class InfinispanBackend extends LibraryBackend {

        public InfinispanBackend() {
            // The ports are for clients and for the other members.
            super(
                    "infinispan",
                    2,
                    Set.of(Durability.PROCESS, Durability.MEMORY),
                    false,
                    Set.of(Reads.LOCAL),
                    new RequiredLibrary(
                            "org.infinispan:infinispan-server-hotrod", "org.infinispan.server.hotrod.HotRodServer"),
                    new RequiredLibrary(
                            "org.infinispan:infinispan-client-hotrod",
                            "org.infinispan.client.hotrod.RemoteCacheManager"));
        }

        @Override
        public Member start(MemberStart start) throws IOException {
            return InfinispanMember.start(start);
        }

        @Override
        public Store connect(MemberLocation place, Reads reads) {
            return InfinispanStore.connect(place);
        }
    }

    /**
     * JGroups-raft, with a map as its state machine.
     *
     * <p>Its own client cannot be used: the protocol CLIENT closes a connection after one request, and also treats a
     * look-up as a membership change (1.1.3). So clients have a connection to their member with any number of pending
     * requests, which the member passes on to its {@code RaftHandle} without waiting for each.
     */
    public static final class RaftBackend extends LibraryBackend {

        public RaftBackend() {
            super(
                    "jgroupsraft",
                    2,
                    Set.of(Durability.SAFE, Durability.PROCESS),
                    true,
                    EnumSet.allOf(Reads.class),
                    new RequiredLibrary("org.jgroups:jgroups-raft", "org.jgroups.protocols.raft.RAFT"));
        }

        @Override
        public Member start(MemberStart start) throws IOException {
            return RaftMember.start(start);
        }

        @Override
        public Store connect(MemberLocation place, Reads reads) {
            return new RaftClient(RaftStack.clientAddress(place), reads);
        }
    }

    /**
     * Apache ZooKeeper. A change is acknowledged when a majority of the members has it in its log; {@code
     * zookeeper.forceSync} defines whether the log is synced first. It is a system property, so members with different
     * durabilities cannot share a JVM.
     */
    public static final class ZooKeeperBackend extends LibraryBackend {

        public ZooKeeperBackend() {
            // The ports are for clients, for followers, and for elections.
            super(
                    "zookeeper",
                    3,
                    Set.of(Durability.SAFE, Durability.PROCESS),
                    true,
                    EnumSet.allOf(Reads.class),
                    new RequiredLibrary(
                            "org.apache.zookeeper:zookeeper", "org.apache.zookeeper.server.quorum.QuorumPeer"),
                    new RequiredLibrary("io.dropwizard.metrics:metrics-core", "com.codahale.metrics.Reservoir"),
                    new RequiredLibrary("org.xerial.snappy:snappy-java", "org.xerial.snappy.SnappyInputStream"));
        }

        @Override
        public Member start(MemberStart start) throws IOException {
            return ZooKeeperMember.start(start);
        }

        @Override
        public Store connect(MemberLocation place, Reads reads) throws IOException {
            return ZooKeeperStore.connect(place, reads);
        }
    }
}
