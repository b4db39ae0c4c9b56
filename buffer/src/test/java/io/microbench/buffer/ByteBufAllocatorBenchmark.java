// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures how many buffers per millisecond an allocator replaces: one released, one allocated, in shuffled order among
 * up to 8,192 that are alive.
 *
 * <p>Answers: Which allocator replaces buffers of one size fastest?
 *
 * <p>Does not measure: use of the buffers (nothing is written), release on another thread ({@link
 * ByteBufAllocatorContentionBenchmark}), slow allocations ({@link ByteBufAllocatorLatencyBenchmark}), memory footprint
 * and fragmentation.
 *
 * <p>Cost: 48 cases x 2 forks x 20 s = 32 min.
 *
 * <p>Covers: {@link AdaptiveByteBufAllocator}, {@link PooledByteBufAllocator}, {@link UnpooledByteBufAllocator}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=ByteBufAllocatorBenchmark test}
 */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ByteBufAllocatorBenchmark extends LiveBuffersMicrobenchmark {

    @Param({"0", "256", "1024", "4096", "16384", "65536"})
    public int size;

    /** The allocator that all threads share, as in a program. */
    @State(Scope.Benchmark)
    public static class SharedAllocator {

        ByteBufAllocator allocator;

        @Setup
        public void create(BenchmarkParams benchmark) {
            allocator = AllocatorKind.ofMethod(benchmark.getBenchmark()).create();
        }
    }

    @Setup
    public void fill(SharedAllocator shared, BenchmarkParams benchmark, ThreadParams thread) {
        fill(shared.allocator, benchmark.getBenchmark().contains("Direct"), size, thread);
    }

    @Benchmark
    public ByteBuf unpooledHeapAllocAndFree() {
        return replaceHeap();
    }

    @Benchmark
    public ByteBuf unpooledDirectAllocAndFree() {
        return replaceDirect();
    }

    @Benchmark
    public ByteBuf pooledHeapAllocAndFree() {
        return replaceHeap();
    }

    @Benchmark
    public ByteBuf pooledDirectAllocAndFree() {
        return replaceDirect();
    }

    @Benchmark
    public ByteBuf pooledNoCacheHeapAllocAndFree() {
        return replaceHeap();
    }

    @Benchmark
    public ByteBuf pooledNoCacheDirectAllocAndFree() {
        return replaceDirect();
    }

    @Benchmark
    public ByteBuf adaptiveHeapAllocAndFree() {
        return replaceHeap();
    }

    @Benchmark
    public ByteBuf adaptiveDirectAllocAndFree() {
        return replaceDirect();
    }
}
