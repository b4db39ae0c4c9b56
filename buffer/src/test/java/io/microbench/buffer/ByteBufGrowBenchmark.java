// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import io.microbench.common.NettyMicrobenchmark;
import io.netty.buffer.AbstractByteBufAllocator;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many buffers per millisecond grow from 256 bytes to 64 KiB and are released: nine sizes, with eight
 * enlargements that copy all bytes so far, as when a message turns out longer than expected.
 *
 * <p>Answers: What does it cost when a buffer turns out too small?
 *
 * <p>Does not measure: writing the bytes, growth in other steps, composite buffers, which avoid the copy. One buffer is
 * alive per thread, so that pools are at their best; {@link ByteBufAllocatorBenchmark} has them under load.
 *
 * <p>Cost: 8 cases x 2 forks x 4 s = 1.1 min.
 *
 * <p>Covers: {@link AbstractByteBufAllocator#calculateNewCapacity}, {@link ByteBuf#ensureWritable(int)} and the way each
 * of {@link AdaptiveByteBufAllocator}, {@link PooledByteBufAllocator}, {@link UnpooledByteBufAllocator} reallocates.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=ByteBufGrowBenchmark test}
 */
// An operation takes microseconds and mostly copies bytes, so its time is steady from the start.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ByteBufGrowBenchmark extends NettyMicrobenchmark {

    private static final int FIRST = 256;
    private static final int LAST = 64 << 10;

    /** The allocator that all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {

        @Param
        public AllocatorKind allocator;

        ByteBufAllocator created;

        @Setup
        public void create() {
            created = allocator.create();
            ByteBuf sample = created.directBuffer(FIRST);
            LiveBuffersMicrobenchmark.echoWhatRuns(created, sample);
            sample.release();
        }
    }

    @Benchmark
    public int growHeap(Shared shared) {
        return grow(shared.created.heapBuffer(FIRST));
    }

    @Benchmark
    public int growDirect(Shared shared) {
        return grow(shared.created.directBuffer(FIRST));
    }

    /** Fills the buffer and requests one more byte, up to the final size; Netty doubles the capacity each time. */
    static int grow(ByteBuf buffer) {
        while (buffer.capacity() < LAST) {
            buffer.writerIndex(buffer.capacity());
            buffer.ensureWritable(1);
        }
        int capacity = buffer.capacity();
        buffer.release();
        return capacity;
    }
}
