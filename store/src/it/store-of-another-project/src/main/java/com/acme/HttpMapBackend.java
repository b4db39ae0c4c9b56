package com.acme;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.Store;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A store whose members send changes to each other. */
public final class HttpMapBackend implements ReplicatedBackend {

    @Override
    public String name() {
        return "httpmap";
    }

    @Override
    public Set<Durability> durabilities() {
        return Set.of(Durability.MEMORY);
    }

    @Override
    public boolean consensus() {
        return false;
    }

    @Override
    public Set<Reads> reads() {
        return Set.of(Reads.LOCAL);
    }

    @Override
    public int ports() {
        return 1;
    }

    @Override
    public Member start(MemberStart start) throws IOException {
        return new HttpMapMember(start);
    }

    @Override
    public Store connect(MemberLocation member, Reads reads) {
        return new HttpMapClient(member);
    }

    private record HttpMapClient(MemberLocation member) implements Store {

        @Override
        public void put(long key, byte[] value) throws IOException {
            HttpMapMember.ask(member, "PUT", key, value);
        }

        @Override
        public Optional<byte[]> get(long key) throws IOException {
            return HttpMapMember.ask(member, "GET", key, new byte[0]);
        }

        @Override
        public void delete(long key) throws IOException {
            HttpMapMember.ask(member, "DELETE", key, new byte[0]);
        }

        @Override
        public OptionalLong forces() {
            return OptionalLong.empty();
        }

        @Override
        public void close() {}
    }
}
