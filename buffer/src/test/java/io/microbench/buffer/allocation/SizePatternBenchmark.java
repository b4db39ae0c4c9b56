// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.allocation;

import io.microbench.ForkEcho;
import io.microbench.buffer.AllocatorKind;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
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
 * Measures how many direct buffers of random sizes per millisecond are replaced, one released and one allocated, among 1,024
 * that are alive, for sizes within one size class and across all of them.
 *
 * <p>The thread's caches are in use: it has allocated and released 16,384 buffers of all sizes before.
 *
 * <p>Answers: Which allocator replaces buffers of many sizes fastest, within a size class and across all?
 *
 * <p>Does not measure: one size only ({@code ByteBufAllocatorBenchmark}), several threads
 * ({@code ByteBufAllocatorContentionBenchmark}, {@link PlainThreadContentionBenchmark}), heap buffers, memory that is lost to
 * fragmentation, sizes that were recorded in a program ({@link RecordedSizesBenchmark}).
 *
 * <p>Cost: 12 cases x 2 forks x 8 s = 3.2 min.
 *
 * <p>Covers: {@link AdaptiveByteBufAllocator}, {@link PooledByteBufAllocator}, {@link UnpooledByteBufAllocator}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=SizePatternBenchmark test}
 */
// Chunks of all sizes are created and returned over hundreds of milliseconds, so iterations are twice as long as for
// one size.
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SizePatternBenchmark extends NettyMicrobenchmark {

    static final int LIVE = 1024;

    private static final int SIZES = 4096;
    private static final int BEFORE = 16384;

    @Param
    public SizePattern pattern;

    private final ByteBuf[] live = new ByteBuf[LIVE];
    private int[] sizes;
    private VisitOrder order;
    private int turn;

    /** The allocator that all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {

        @Param
        public AllocatorKind allocator;

        ByteBufAllocator created;

        @Setup
        public void create() {
            created = allocator.create();
        }
    }

    @Setup
    public void fill(Shared shared, ThreadParams thread) {
        long seed = seed() + thread.getThreadIndex();
        order = VisitOrder.shuffled(LIVE, seed);
        sizes = pattern.draw(SIZES, seed);
        int[] before = SizePattern.ACROSS_CLASSES.draw(BEFORE + LIVE, seed);
        for (int slot = 0; slot < LIVE; slot++) {
            live[slot] = shared.created.directBuffer(before[BEFORE + slot]);
        }
        for (int size : before) {
            replace(shared.created, size);
        }
        for (int slot = 0; slot < LIVE; slot++) {
            live[slot].release();
            live[slot] = shared.created.directBuffer(sizes[slot]);
        }
        ForkEcho.say("allocator.class", shared.created.getClass().getName());
        ForkEcho.say("buffer.class", live[0].getClass().getName());
    }

    @TearDown
    public void release() {
        for (ByteBuf buffer : live) {
            buffer.release();
        }
    }

    @Benchmark
    public ByteBuf replace(Shared shared) {
        return replace(shared.created, sizes[turn & (SIZES - 1)]);
    }

    private ByteBuf replace(ByteBufAllocator allocator, int size) {
        int slot = order.at(turn++);
        live[slot].release();
        ByteBuf fresh = allocator.directBuffer(size);
        live[slot] = fresh;
        return fresh;
    }
}
