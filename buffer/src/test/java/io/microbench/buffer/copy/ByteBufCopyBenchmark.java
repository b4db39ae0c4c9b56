// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.copy;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many blocks per microsecond are copied from a buffer of one kind into one of another, from and to
 * shuffled positions, which are multiples of 64; or, unaligned, one byte after these in the target.
 *
 * <p>Answers: How fast are bytes copied between heap, direct and read-only buffers, aligned or not?
 *
 * <p>Does not measure: copies to and from arrays and streams, growth of the target, composite buffers, memory that is
 * not in a cache: source and target have 64 KiB each.
 *
 * <p>Cost: 24 cases x 2 forks x 4 s = 3.2 min.
 *
 * <p>Covers: {@link ByteBuf#setBytes(int, ByteBuf, int, int)}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=ByteBufCopyBenchmark test}
 */
// An operation takes up to half a microsecond, so half a second is enough for a million operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ByteBufCopyBenchmark extends NettyMicrobenchmark {

    static final int CAPACITY = 64 << 10;

    @Param
    public CopySource source;

    /** The bytes of a block: a header or small message, and a large one. */
    @Param({"64", "8192"})
    public int length;

    ByteBuf from;
    ByteBuf heap;
    ByteBuf direct;

    private ByteBuf root;
    private VisitOrder order;
    private int turn;

    @Setup
    public void fill() {
        order = VisitOrder.shuffled(CAPACITY / length, seed());
        byte[] bytes = new byte[CAPACITY];
        new SplittableRandom(seed()).nextBytes(bytes);
        root = source.allocate(CAPACITY).setBytes(0, bytes);
        from = source.view(root);
        // One more byte, for the last block of an unaligned copy.
        heap = ByteBufAllocator.DEFAULT.heapBuffer(CAPACITY + 1, CAPACITY + 1);
        direct = ByteBufAllocator.DEFAULT.directBuffer(CAPACITY + 1, CAPACITY + 1);
        ForkEcho.say("buffer.class", from.getClass().getName());
        ForkEcho.say("target.heap.class", heap.getClass().getName());
        ForkEcho.say("target.direct.class", direct.getClass().getName());
    }

    @TearDown
    public void release() {
        root.release();
        heap.release();
        direct.release();
    }

    @Benchmark
    public ByteBuf intoHeap() {
        int index = order.at(turn++) * length;
        return heap.setBytes(index, from, index, length);
    }

    @Benchmark
    public ByteBuf intoDirect() {
        int index = order.at(turn++) * length;
        return direct.setBytes(index, from, index, length);
    }

    @Benchmark
    public ByteBuf intoDirectUnaligned() {
        int index = order.at(turn++) * length;
        return direct.setBytes(index + 1, from, index, length);
    }
}
