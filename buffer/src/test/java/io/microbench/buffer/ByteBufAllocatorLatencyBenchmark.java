// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures the distribution of the nanoseconds that one release and one allocation of a direct buffer take together:
 * the cost of the rare slow ones, caused by a new chunk, a cleaner or a collection.
 *
 * <p>Answers: How slow are the slowest allocations?
 *
 * <p>Does not measure: the typical case to the nanosecond. Every sample includes a reading of the clock, which takes
 * about 25 ns, as long as an allocation from a cache; {@link ByteBufAllocatorBenchmark} has that figure. Also not
 * measured are response times under a given load: an operation starts only when the previous one is finished.
 *
 * <p>Cost: 8 cases x 2 forks x 4 s = 1.1 min.
 *
 * <p>Covers: {@link AdaptiveByteBufAllocator}, {@link PooledByteBufAllocator}, {@link UnpooledByteBufAllocator}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=ByteBufAllocatorLatencyBenchmark test}
 */
// Half a second has tens of thousands of samples, which is enough for the 99.9th percentile.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ByteBufAllocatorLatencyBenchmark extends LiveBuffersMicrobenchmark {

    @Param({"1024", "65536"})
    public int size;

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
        fill(shared.created, true, size, thread);
    }

    @Benchmark
    public ByteBuf allocAndFree() {
        return replaceDirect();
    }
}
