// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.copy;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many blocks per microsecond are set to zero in a heap and in a direct buffer, at shuffled positions.
 *
 * <p>Answers: How fast are heap and direct buffers zeroed?
 *
 * <p>Does not measure: zeroing that comes with allocation, memory that is not in a cache: the buffers have 64 KiB each.
 *
 * <p>Cost: 4 cases x 2 forks x 4 s = 0.5 min.
 *
 * <p>Covers: {@link ByteBuf#setZero(int, int)}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=ByteBufZeroBenchmark test}
 */
// An operation takes up to half a microsecond, so half a second is enough for a million operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ByteBufZeroBenchmark extends NettyMicrobenchmark {

    static final int CAPACITY = 64 << 10;

    @Param({"64", "8192"})
    public int length;

    ByteBuf heap;
    ByteBuf direct;

    private VisitOrder order;
    private int turn;

    @Setup
    public void fill() {
        order = VisitOrder.shuffled(CAPACITY / length, seed());
        heap = ByteBufAllocator.DEFAULT.heapBuffer(CAPACITY, CAPACITY);
        direct = ByteBufAllocator.DEFAULT.directBuffer(CAPACITY, CAPACITY);
        for (int index = 0; index < CAPACITY; index++) {
            heap.setByte(index, 1);
            direct.setByte(index, 1);
        }
        ForkEcho.say("target.heap.class", heap.getClass().getName());
        ForkEcho.say("target.direct.class", direct.getClass().getName());
    }

    @TearDown
    public void release() {
        heap.release();
        direct.release();
    }

    @Benchmark
    public ByteBuf zeroHeap() {
        return heap.setZero(order.at(turn++) * length, length);
    }

    @Benchmark
    public ByteBuf zeroDirect() {
        return direct.setZero(order.at(turn++) * length, length);
    }
}
