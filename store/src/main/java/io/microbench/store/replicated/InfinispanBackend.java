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
 * Infinispan with a synchronously replicated cache, through Hot Rod. A change is acknowledged when each known member
 * has it; separated members continue independently, so this is not consensus.
 *
 * <p>{@code process} is its file store with write-through. There is no {@code safe}: with {@code syncWrites} the file
 * store forces its file before it acknowledges a change, except for changes that wait while it begins the next file,
 * which it acknowledges without a force (LogAppender, Infinispan 16.0.12).
 */
public final class InfinispanBackend implements ReplicatedBackend {

    private static final List<OptionalLibrary> LIBRARIES = List.of(
            new OptionalLibrary("org.infinispan:infinispan-server-hotrod", "org.infinispan.server.hotrod.HotRodServer"),
            new OptionalLibrary(
                    "org.infinispan:infinispan-client-hotrod", "org.infinispan.client.hotrod.RemoteCacheManager"));

    /** Creates the backend; called by the service loader. */
    public InfinispanBackend() {}

    @Override
    public String name() {
        return "infinispan";
    }

    @Override
    public Set<Durability> durabilities() {
        return Set.of(Durability.PROCESS, Durability.MEMORY);
    }

    @Override
    public Optional<String> unavailable() {
        return OptionalLibrary.firstMissing(LIBRARIES);
    }

    @Override
    public boolean consensus() {
        return false;
    }

    @Override
    public Set<Reads> reads() {
        return Set.of(Reads.LOCAL);
    }

    /** Returns the number of ports: one for clients, one for the other members. */
    @Override
    public int ports() {
        return 2;
    }

    @Override
    public Member start(MemberStart start) throws IOException {
        return InfinispanMember.start(start);
    }

    @Override
    public Store connect(MemberPlace place, Reads reads) {
        return InfinispanStore.connect(place);
    }
}
