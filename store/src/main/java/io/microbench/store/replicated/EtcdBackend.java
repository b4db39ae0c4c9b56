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
 * The etcd of this machine, through jetcd. A change is acknowledged when a majority of the members has it in its log;
 * {@code process} is etcd's option {@code --unsafe-no-fsync}.
 */
public final class EtcdBackend implements ReplicatedBackend {

    private static final List<OptionalLibrary> LIBRARIES =
            List.of(new OptionalLibrary("io.etcd:jetcd-core", "io.etcd.jetcd.Client"));

    /** Creates the backend; called by the service loader. */
    public EtcdBackend() {}

    @Override
    public String name() {
        return "etcd";
    }

    @Override
    public Set<Durability> durabilities() {
        return Set.of(Durability.SAFE, Durability.PROCESS);
    }

    @Override
    public Optional<String> unavailable() {
        return OptionalLibrary.firstMissing(LIBRARIES)
                .or(() -> EtcdBinary.missing(System.getenv().getOrDefault("PATH", "")));
    }

    @Override
    public boolean consensus() {
        return true;
    }

    @Override
    public Set<Reads> reads() {
        return Set.of(Reads.values());
    }

    /** Returns the number of ports: one for clients, one for the other members. */
    @Override
    public int ports() {
        return 2;
    }

    @Override
    public Member start(MemberStart start) throws IOException {
        return EtcdMember.start(start);
    }

    @Override
    public Store connect(MemberPlace place, Reads reads) {
        return EtcdStore.connect(place, reads);
    }
}
