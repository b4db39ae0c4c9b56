// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import io.microbench.Concurrency;
import io.microbench.common.VisitOrder;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures how many direct buffers of 1 KiB per millisecond several threads together replace with one pooling
 * allocator: each thread its own buffers, or buffers that any thread has allocated.
 *
 * <p>Answers: What does it cost event loops to share an allocator, or to release each other's buffers?
 *
 * <p>Does not measure: other sizes and heap buffers ({@link ByteBufAllocatorBenchmark}), the unpooled allocator (it
 * contends inside the JVM and the C library), fairness between threads. With more threads than cores it shows what waiting
 * for a preempted owner of a lock costs, not parallelism.
 *
 * <p>Cost: 24 cases x 2 forks x 4 s = 3.2 min.
 *
 * <p>Covers: {@link AdaptiveByteBufAllocator}, {@link PooledByteBufAllocator}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=ByteBufAllocatorContentionBenchmark test}
 */
// Iterations are short because each case has four rungs. The loops are small and compiled within the first half second.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Concurrency({1, 2, 4, 8})
public class ByteBufAllocatorContentionBenchmark extends LiveBuffersMicrobenchmark {

    private static final int SIZE = 1024;

    private VisitOrder order;
    private int turn;

    /** The shared state of the threads: one allocator, and a table through which they exchange buffers. */
    @State(Scope.Benchmark)
    public static class Shared {

        /** 4 MiB of buffers. A buffer lives for about a thousand operations before a thread releases it. */
        static final int SLOTS = 4096;

        @Param({"POOLED", "POOLED_NO_CACHE", "ADAPTIVE"})
        public AllocatorKind allocator;

        ByteBufAllocator created;
        AtomicReferenceArray<ByteBuf> table;

        @Setup
        public void create() {
            created = allocator.create();
            table = new AtomicReferenceArray<>(SLOTS);
            for (int slot = 0; slot < SLOTS; slot++) {
                table.set(slot, created.directBuffer(SIZE));
            }
        }

        @TearDown
        public void release() {
            for (int slot = 0; slot < SLOTS; slot++) {
                table.get(slot).release();
            }
        }
    }

    @Setup
    public void fill(Shared shared, ThreadParams thread) {
        fill(shared.created, true, SIZE, thread);
        order = VisitOrder.shuffled(Shared.SLOTS, seed() + thread.getThreadIndex());
    }

    /** Replaces a buffer of this thread: threads share only the allocator. */
    @Benchmark
    public ByteBuf allocAndFreeOwn() {
        return replaceDirect();
    }

    /** Replaces a buffer of any thread, as when an event loop writes data that another event loop has read. */
    @Benchmark
    public boolean allocAndFreeOthers(Shared shared) {
        ByteBuf fresh = shared.created.directBuffer(SIZE);
        return shared.table.getAndSet(order.at(turn++), fresh).release();
    }
}
