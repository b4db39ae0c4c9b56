// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** A store whose members follow the script of a test and share one map. */
public class ScriptedBackend implements ReplicatedBackend {

    static volatile Optional<String> startFailure = Optional.empty();
    static volatile Optional<String> writeFailure = Optional.empty();
    static volatile List<ProcessHandle> processes = List.of();
    static volatile Optional<CompletableFuture<String>> failure = Optional.empty();
    static volatile int closed;

    private static final Map<Long, byte[]> VALUES = new ConcurrentHashMap<>();

    static void reset() {
        startFailure = Optional.empty();
        writeFailure = Optional.empty();
        processes = List.of();
        failure = Optional.empty();
        closed = 0;
        VALUES.clear();
    }

    static Map<Long, byte[]> values() {
        return Map.copyOf(VALUES);
    }

    @Override
    public String name() {
        return "scripted";
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
        if (startFailure.isPresent()) {
            throw new IOException(startFailure.get());
        }
        return new Member() {
            @Override
            public Optional<Boolean> leads() {
                return Optional.of(start.number() == 1);
            }

            @Override
            public OptionalLong forces() {
                return OptionalLong.of(17);
            }

            @Override
            public List<ProcessHandle> processes() {
                return processes;
            }

            @Override
            public CompletionStage<String> failure() {
                return failure.isPresent() ? failure.get() : Member.super.failure();
            }

            @Override
            @SuppressWarnings("NonAtomicVolatileUpdate") // Only one member closes at a time.
            public void close() {
                closed++;
            }
        };
    }

    @Override
    public Store connect(MemberLocation place, Reads reads) {
        return new Store() {
            @Override
            public void put(long key, byte[] value) throws IOException {
                if (writeFailure.isPresent()) {
                    throw new IOException(writeFailure.get());
                }
                VALUES.put(key, value);
            }

            @Override
            public Optional<byte[]> get(long key) {
                return Optional.ofNullable(VALUES.get(key));
            }

            @Override
            public void delete(long key) {
                VALUES.remove(key);
            }

            @Override
            public OptionalLong forces() {
                return OptionalLong.empty();
            }

            @Override
            public void close() {}
        };
    }
}
