// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.reference;

import io.microbench.Concurrency;
import io.microbench.common.NettyMicrobenchmark;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ReferenceCounted;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many times per microsecond several threads together retain and release buffers: each thread its own
 * buffer, or all the same one, as when one message goes to every member of a channel group.
 *
 * <p>Answers: What does it cost when several threads retain and release the same buffer?
 *
 * <p>Does not measure: fairness between the threads, work between retain and release, which would reduce contention.
 * With more threads than cores fewer threads contend than are configured.
 *
 * <p>Cost: 6 cases x 2 forks x 4 s = 0.8 min.
 *
 * <p>Covers: {@link ReferenceCounted#retain()}, {@link ReferenceCounted#release()}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=RetainReleaseContentionBenchmark test}
 */
// Iterations are short because each method has three rungs. The loops are small and compiled within the first half
// second.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Concurrency({1, 2, 4})
public class RetainReleaseContentionBenchmark extends NettyMicrobenchmark {

    private static final int CAPACITY = 256;

    private ByteBuf own;

    /** The buffer that all threads retain and release. */
    @State(Scope.Benchmark)
    public static class Shared {

        ByteBuf buffer;

        @Setup
        public void allocate() {
            buffer = ByteBufAllocator.DEFAULT.directBuffer(CAPACITY, CAPACITY);
        }

        @TearDown
        public void release() {
            buffer.release();
        }
    }

    @Setup
    public void allocate() {
        own = ByteBufAllocator.DEFAULT.directBuffer(CAPACITY, CAPACITY);
    }

    @TearDown
    public void release() {
        own.release();
    }

    @Benchmark
    public boolean retainAndReleaseOwn() {
        own.retain();
        return own.release();
    }

    @Benchmark
    public boolean retainAndReleaseShared(Shared shared) {
        shared.buffer.retain();
        return shared.buffer.release();
    }
}
