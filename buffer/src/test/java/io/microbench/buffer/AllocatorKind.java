// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.util.Arrays;

/** The compared allocators, each with Netty's default settings unless its name says otherwise. */
public enum AllocatorKind {
    /** Requests every buffer from the JVM. */
    UNPOOLED("unpooled") {
        @Override
        public ByteBufAllocator create() {
            return new UnpooledByteBufAllocator(PlatformDependent.directBufferPreferred());
        }
    },

    /** The default allocator of Netty 4.1: arenas, and a cache per event loop thread in front of them. */
    POOLED("pooled") {
        @Override
        public ByteBufAllocator create() {
            return new PooledByteBufAllocator(PlatformDependent.directBufferPreferred());
        }
    },

    /** {@link #POOLED} without caches: every allocation locks an arena. */
    POOLED_NO_CACHE("pooledNoCache") {
        @Override
        public ByteBufAllocator create() {
            return new PooledByteBufAllocator(
                    PlatformDependent.directBufferPreferred(),
                    PooledByteBufAllocator.defaultNumHeapArena(),
                    PooledByteBufAllocator.defaultNumDirectArena(),
                    PooledByteBufAllocator.defaultPageSize(),
                    PooledByteBufAllocator.defaultMaxOrder(),
                    0, // small cache
                    0, // normal cache
                    false);
        }
    },

    /** The default allocator of Netty 4.2. */
    ADAPTIVE("adaptive") {
        @Override
        public ByteBufAllocator create() {
            return new AdaptiveByteBufAllocator();
        }
    };

    private final String label;

    AllocatorKind(String label) {
        this.label = label;
    }

    /** Returns a new allocator that shares no memory with others. */
    public abstract ByteBufAllocator create();

    /**
     * Finds the kind named at the beginning of a benchmark method's name.
     *
     * @param method a name like {@code pooledNoCacheDirectAllocAndFree}, simple or qualified
     * @throws IllegalArgumentException if no kind has the name before {@code Heap} or {@code Direct}
     */
    static AllocatorKind ofMethod(String method) {
        String simple = method.substring(method.lastIndexOf('.') + 1);
        return Arrays.stream(values())
                .filter(kind -> simple.startsWith(kind.label + "Heap") || simple.startsWith(kind.label + "Direct"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("method " + simple + ": name it <allocator>Heap... or"
                        + " <allocator>Direct..., with one of "
                        + Arrays.stream(values()).map(kind -> kind.label).toList()));
    }
}
