// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.access;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Keeps one buffer of 4 KiB per thread, full of seeded bytes, that is visited in shuffled order at multiples of eight.
 *
 * <p>The buffer fits into the first-level cache of any processor, so that the access path is measured and not the
 * memory. It is from Netty's default allocator: {@code -Dio.netty.allocator.type} (adaptive, pooled, unpooled) changes
 * that.
 */
public abstract class BufferAccessMicrobenchmark extends NettyMicrobenchmark {

    static final int CAPACITY = 4096;

    /** The buffer that is read or written. */
    protected ByteBuf buffer;

    private ByteBuf root;
    private VisitOrder order;
    private int turn;

    /** Creates the benchmark; called by subclasses. */
    protected BufferAccessMicrobenchmark() {}

    /** Returns the kind of the buffer. */
    protected abstract BufferKind kind();

    /** Allocates and fills the buffer of the calling thread. */
    @Setup
    public final void fill() {
        BufferKind kind = kind();
        order = VisitOrder.shuffled(CAPACITY / Long.BYTES, seed());
        root = kind.allocate(ByteBufAllocator.DEFAULT, CAPACITY);
        buffer = kind.view(root);
        int before = root.capacity() - CAPACITY;
        byte[] bytes = new byte[CAPACITY];
        new SplittableRandom(seed()).nextBytes(bytes);
        root.setBytes(before, bytes);
        ForkEcho.say("allocator.default", ByteBufAllocator.DEFAULT.getClass().getName());
        ForkEcho.say("buffer.class", buffer.getClass().getName());
        AccessChecks checks = AccessChecks.ofThisJvm();
        ForkEcho.say("buffer.checks.bounds", checks.bounds());
        ForkEcho.say("buffer.checks.accessible", checks.accessible());
    }

    /** Returns the index to visit next: a multiple of 8 below {@link #CAPACITY}. */
    protected final int next() {
        return order.at(turn++) << 3;
    }

    /** Releases the buffer of this thread. */
    @TearDown
    public final void release() {
        root.release();
    }
}
