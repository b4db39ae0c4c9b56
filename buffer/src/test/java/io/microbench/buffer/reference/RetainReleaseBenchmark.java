// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.reference;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ReferenceCounted;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many times per microsecond a thread retains a buffer that only it uses and releases it again, directly
 * or through a new slice or duplicate, like handlers that keep part of a message.
 *
 * <p>The buffer that is retained, sliced or duplicated is a direct buffer of Netty's default allocator, or a slice of
 * one.
 *
 * <p>Answers: What does it cost to retain and release, slice or duplicate a buffer?
 *
 * <p>Does not measure: threads that share one buffer ({@link RetainReleaseContentionBenchmark}), the last release,
 * which returns a buffer to its pool ({@code ByteBufAllocatorBenchmark}), leak detection ({@link
 * LeakDetectionBenchmark}).
 *
 * <p>Cost: 6 cases x 2 forks x 4 s = 0.8 min.
 *
 * <p>Covers: {@link ReferenceCounted#retain()}, {@link ReferenceCounted#release()}, {@link ByteBuf#retainedSlice(int,
 * int)}, {@link ByteBuf#retainedDuplicate()}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=RetainReleaseBenchmark test}
 */
// An operation takes tens of nanoseconds, so half a second is enough for ten million operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RetainReleaseBenchmark extends NettyMicrobenchmark {

    /** The retained buffer. */
    public enum Counted {
        /** The buffer returned by the allocator, with its own reference count. */
        BUFFER,
        /** A slice of the buffer, which uses the buffer's count. */
        SLICE
    }

    private static final int CAPACITY = 256;

    @Param
    public Counted counted;

    private ByteBuf root;
    private ByteBuf buffer;

    @Setup
    public void allocate() {
        root = ByteBufAllocator.DEFAULT.directBuffer(CAPACITY, CAPACITY).writeZero(CAPACITY);
        buffer = counted == Counted.SLICE ? root.slice(0, CAPACITY / 2) : root;
        ForkEcho.say("buffer.class", buffer.getClass().getName());
    }

    @TearDown
    public void release() {
        root.release();
    }

    @Benchmark
    public boolean retainAndRelease() {
        buffer.retain();
        return buffer.release();
    }

    @Benchmark
    public boolean retainedSliceAndRelease() {
        return buffer.retainedSlice(0, CAPACITY / 4).release();
    }

    @Benchmark
    public boolean retainedDuplicateAndRelease() {
        return buffer.retainedDuplicate().release();
    }

    /** Returns the number of references to the buffer. */
    int references() {
        return root.refCnt();
    }
}
