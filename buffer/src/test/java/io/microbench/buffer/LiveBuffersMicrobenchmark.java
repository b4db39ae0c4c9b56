// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Keeps a set of buffers alive per thread and replaces one of them per operation, in shuffled order.
 *
 * <p>A buffer that is released right after its allocation is reused for the next one, from the hottest end of every
 * cache: the best case of a pool, and rare in a program. Here each thread owns a number of slots, all filled before the
 * first iteration, and an operation releases the buffer in one slot and puts a new one there. So every operation,
 * including the first, does the same work, and the number of live bytes is constant.
 *
 * <p>That number is bounded for any size of buffers and number of threads; see {@link #slots}.
 */
public abstract class LiveBuffersMicrobenchmark extends NettyMicrobenchmark {

    /**
     * The maximum number of buffers per thread: enough small buffers to exceed the fastest caches, as in Netty's
     * benchmark.
     */
    static final int MAX_SLOTS = 8192;

    /** The maximum number of live bytes per thread: 16 MiB, or 256 buffers of 64 KiB. */
    static final long MAX_BYTES_PER_THREAD = 16L << 20;

    /** The maximum number of live bytes of all threads: an eighth of a fork's heap and of its direct memory. */
    static final long MAX_BYTES = 128L << 20;

    private ByteBufAllocator allocator;
    private VisitOrder order;
    private ByteBuf[] live;
    private int size;
    private int turn;

    /** Creates the benchmark; called by subclasses. */
    protected LiveBuffersMicrobenchmark() {}

    /**
     * Fills all slots of the calling thread. Call it in a trial set-up.
     *
     * @param allocator the allocator of all buffers
     * @param direct whether they are direct buffers
     * @param size initial capacity of each in bytes, at least 0
     * @param thread the index of this thread and the number of threads; each thread has its own order
     */
    protected final void fill(ByteBufAllocator allocator, boolean direct, int size, ThreadParams thread) {
        this.allocator = allocator;
        this.size = size;
        int slots = slots(size, thread.getThreadCount());
        order = VisitOrder.shuffled(slots, seed() + thread.getThreadIndex());
        live = new ByteBuf[slots];
        for (int slot = 0; slot < slots; slot++) {
            live[slot] = direct ? allocator.directBuffer(size) : allocator.heapBuffer(size);
        }
        echoWhatRuns(allocator, live[0]);
        ForkEcho.say("live.buffersPerThread", slots);
    }

    /** Echoes the actual classes of allocator and buffer. */
    static void echoWhatRuns(ByteBufAllocator allocator, ByteBuf buffer) {
        ForkEcho.say("allocator.class", allocator.getClass().getName());
        ForkEcho.say("allocator.default", ByteBufAllocator.DEFAULT.getClass().getName());
        ForkEcho.say("buffer.class", buffer.getClass().getName());
    }

    /**
     * Returns the number of buffers of a size that each thread keeps alive.
     *
     * @param size bytes per buffer, at least 0
     * @param threads the number of threads, at least 1
     * @return a power of two, at least 1: as many as {@link #MAX_SLOTS}, {@link #MAX_BYTES_PER_THREAD} and the thread's
     *     share of {@link #MAX_BYTES} allow
     */
    static int slots(int size, int threads) {
        long bytes = Math.min(MAX_BYTES_PER_THREAD, MAX_BYTES / threads);
        long slots = Math.min(MAX_SLOTS, bytes / Math.max(1, size));
        return Integer.highestOneBit((int) Math.max(1, slots));
    }

    /** Releases the next buffer in order and allocates a heap buffer in its place. */
    protected final ByteBuf replaceHeap() {
        int slot = order.at(turn++);
        live[slot].release();
        ByteBuf fresh = allocator.heapBuffer(size);
        live[slot] = fresh;
        return fresh;
    }

    /** Releases the next buffer in order and allocates a direct buffer in its place. */
    protected final ByteBuf replaceDirect() {
        int slot = order.at(turn++);
        live[slot].release();
        ByteBuf fresh = allocator.directBuffer(size);
        live[slot] = fresh;
        return fresh;
    }

    /** Releases all buffers of this thread. */
    @TearDown
    public final void releaseAll() {
        for (ByteBuf buffer : live) {
            buffer.release();
        }
    }
}
