// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.allocation;

import io.microbench.Concurrency;
import io.microbench.buffer.AllocatorKind;
import io.microbench.buffer.LiveBuffersMicrobenchmark;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures how many direct buffers of 1 KiB per millisecond plain threads together replace with one pooling allocator,
 * which keeps caches for event loops only: these threads share what each event loop has separately.
 *
 * <p>Answers: What does it cost plain threads to have no caches of their own?
 *
 * <p>Does not measure: event loops ({@code ByteBufAllocatorContentionBenchmark} is their counterpart), virtual threads,
 * release on another thread, fairness. With more threads than cores it shows what waiting for a preempted owner of a lock
 * costs, not parallelism.
 *
 * <p>Cost: 6 cases x 2 forks x 4 s = 0.8 min.
 *
 * <p>Covers: {@link AdaptiveByteBufAllocator}, {@link PooledByteBufAllocator}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=PlainThreadContentionBenchmark test}
 */
// Iterations are short because each allocator has three rungs. The loops are small and compiled within the first half
// second.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Concurrency({1, 4, 32})
public class PlainThreadContentionBenchmark extends LiveBuffersMicrobenchmark {

    private static final int SIZE = 1024;

    /** The allocator that all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {

        @Param({"POOLED", "ADAPTIVE"})
        public AllocatorKind allocator;

        ByteBufAllocator created;

        @Setup
        public void create() {
            created = allocator.create();
        }
    }

    @Override
    protected boolean onEventLoop() {
        return false;
    }

    @Setup
    public void fill(Shared shared, ThreadParams thread) {
        fill(shared.created, true, SIZE, thread);
    }

    @Benchmark
    public ByteBuf allocAndFree() {
        return replaceDirect();
    }
}
