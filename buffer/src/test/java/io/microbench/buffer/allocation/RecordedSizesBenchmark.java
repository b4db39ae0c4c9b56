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
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
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
 * Measures how many direct buffers per millisecond are replaced, one released and one allocated, among 1,024 that are
 * alive, of sizes that an HTTP server requested; with caches as these sizes leave them, and with caches polluted by
 * other sizes.
 *
 * <p>The recording has 99,591 initial capacities of an HTTP/1.1 server on Netty that sent and received the text files
 * of this repository over the loopback; {@code src/build/record-buffer-sizes} recorded them, and the header of {@code
 * http-buffer-sizes.txt} describes when and how. The traffic was artificial, not that of a server in use. The order of
 * the sizes, and how long buffers live, were not recorded: sizes are drawn with their recorded frequencies, and buffers
 * are released in shuffled order.
 *
 * <p>Polluted means that before each iteration the thread allocates 8,192 buffers of sizes from 16 bytes to 64 KiB, of
 * which 1,024 are alive at the same time, and releases them: as many as the pooled allocator allocates before it trims
 * its caches. This affects the thread's caches, the arenas or chunks behind them, and the processor's caches; {@code
 * POOLED_NO_CACHE} shows the effect without the thread's caches.
 *
 * <p>Answers: Which allocator replaces buffers of the sizes of an HTTP server fastest, with its own caches and with
 * polluted ones?
 *
 * <p>Does not measure: several threads ({@code ByteBufAllocatorContentionBenchmark}), heap buffers, of which the server
 * requested none, growth of buffers after their allocation, memory that is lost to fragmentation.
 *
 * <p>Cost: 8 cases x 2 forks x 3 s = 0.8 min.
 *
 * <p>Covers: {@link AdaptiveByteBufAllocator}, {@link PooledByteBufAllocator}, {@link UnpooledByteBufAllocator}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=RecordedSizesBenchmark test}
 */
// Polluted caches recover during an iteration: with iterations of 40 ms, most of the difference was lost. Therefore,
// warm-up iterations are long and measured iterations are short.
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 100, time = 10, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class RecordedSizesBenchmark extends NettyMicrobenchmark {

    /** The state of the caches before each iteration. */
    public enum Caches {
        OWN,
        POLLUTED
    }

    static final int LIVE = 1024;

    /** Enough that rare sizes occur: a power of two, for the mask. */
    private static final int SIZES = 16384;

    /** The default of {@code io.netty.allocator.cacheTrimInterval}. */
    static final int POLLUTING = 8192;

    @Param
    public Caches caches;

    private final ByteBuf[] live = new ByteBuf[LIVE];
    private final ByteBuf[] polluters = new ByteBuf[LIVE];
    private int[] sizes;
    private int[] otherSizes;
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
    public void fill(Shared shared, ThreadParams thread) throws IOException {
        long seed = seed() + thread.getThreadIndex();
        order = VisitOrder.shuffled(LIVE, seed);
        sizes = RecordedSizes.read(RecordedSizes.HTTP).draw(SIZES, seed);
        otherSizes = SizePattern.ACROSS_CLASSES.draw(POLLUTING, seed);
        for (int slot = 0; slot < LIVE; slot++) {
            live[slot] = shared.created.directBuffer(sizes[slot]);
        }
        ForkEcho.say("allocator.class", shared.created.getClass().getName());
        ForkEcho.say("buffer.class", live[0].getClass().getName());
    }

    /** Pollutes the caches of the calling thread, after the trial's set-up. */
    @Setup(Level.Iteration)
    public void pollute(Shared shared) {
        if (caches == Caches.OWN) {
            return;
        }
        for (int first = 0; first < POLLUTING; first += LIVE) {
            for (int slot = 0; slot < LIVE; slot++) {
                polluters[slot] = shared.created.directBuffer(otherSizes[first + slot]);
            }
            for (ByteBuf buffer : polluters) {
                buffer.release();
            }
        }
    }

    @TearDown
    public void release() {
        for (ByteBuf buffer : live) {
            buffer.release();
        }
    }

    @Benchmark
    public ByteBuf replace(Shared shared) {
        int slot = order.at(turn);
        live[slot].release();
        ByteBuf fresh = shared.created.directBuffer(sizes[turn & (SIZES - 1)]);
        turn++;
        live[slot] = fresh;
        return fresh;
    }
}
