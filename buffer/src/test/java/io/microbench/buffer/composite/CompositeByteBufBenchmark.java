// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.composite;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import java.io.IOException;
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
 * Measures how many times per millisecond a message of 16 KiB that came in pieces is assembled and released; read from
 * beginning to end; read at 256 shuffled positions; or written to a channel by a gathering write. The message is one
 * copy, or a composite buffer of eight or 128 components.
 *
 * <p>Answers: Which is faster, a composite buffer or one copy?
 *
 * <p>Does not measure: the kernel (the channel only counts the bytes), writing into the buffer, consolidation,
 * components added in the middle or dropped at the front.
 *
 * <p>Cost: 12 cases x 2 forks x 4 s = 1.6 min.
 *
 * <p>Covers: {@link CompositeByteBuf}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=CompositeByteBufBenchmark test}
 */
// An operation takes a few microseconds, so half a second is enough for a hundred thousand operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CompositeByteBufBenchmark extends NettyMicrobenchmark {

    static final int BYTES = 16 << 10;
    static final int SINGLE_BYTES = 256;

    @Param
    public Layout layout;

    ByteBuf message;

    private final CountingChannel channel = new CountingChannel();
    private ByteBuf[] pieces;
    private VisitOrder order;
    private int turn;

    @Setup
    public void fill() {
        order = VisitOrder.shuffled(BYTES, seed());
        SplittableRandom random = new SplittableRandom(seed());
        byte[] bytes = new byte[BYTES / layout.pieces()];
        pieces = new ByteBuf[layout.pieces()];
        for (int i = 0; i < pieces.length; i++) {
            random.nextBytes(bytes);
            pieces[i] = ByteBufAllocator.DEFAULT
                    .directBuffer(bytes.length, bytes.length)
                    .writeBytes(bytes);
        }
        message = assemble();
        ForkEcho.say("buffer.class", message.getClass().getName());
        ForkEcho.say("buffer.components", message.nioBufferCount());
    }

    @TearDown
    public void release() {
        message.release();
        for (ByteBuf piece : pieces) {
            piece.release();
        }
    }

    /** Retains the pieces for the next message; the message releases them. */
    @Benchmark
    public boolean assembleAndRelease() {
        return assemble().release();
    }

    @Benchmark
    public long readInOrder() {
        ByteBuf all = message;
        long sum = 0;
        for (int index = 0; index < BYTES; index += Long.BYTES) {
            sum += all.getLong(index);
        }
        return sum;
    }

    @Benchmark
    public int readAnywhere() {
        ByteBuf all = message;
        int sum = 0;
        for (int i = 0; i < SINGLE_BYTES; i++) {
            sum += all.getByte(order.at(turn++));
        }
        return sum;
    }

    @Benchmark
    public int writeOut() throws IOException {
        return message.getBytes(0, channel, BYTES);
    }

    private ByteBuf assemble() {
        for (ByteBuf piece : pieces) {
            piece.retain();
        }
        return layout.assemble(pieces, BYTES);
    }

    /** Returns the pieces of the message. */
    ByteBuf[] pieces() {
        return pieces;
    }

    /** Returns the channel to which the message is written. */
    CountingChannel channel() {
        return channel;
    }
}
