// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.text;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many strings of 256 chars per millisecond are written as UTF-8 into a direct buffer that has room for
 * them: by Netty's loop over the chars, through an array that the JDK encodes, and by a {@code CharsetEncoder} into a
 * new buffer. There are 64 different strings, in shuffled order.
 *
 * <p>Answers: Which way of writing UTF-8 is fastest, for which script?
 *
 * <p>Does not measure: other lengths, ASCII by the methods made for it ({@link AsciiTextBenchmark}), heap buffers,
 * growth of the buffer, strings with lone surrogates, text that mixes scripts.
 *
 * <p>Cost: 12 cases x 2 forks x 4 s = 1.6 min.
 *
 * <p>Covers: {@link ByteBufUtil#writeUtf8(ByteBuf, CharSequence)}, {@link ByteBufUtil#encodeString}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=TextOutBenchmark test}
 */
// An operation takes up to a microsecond, so half a second is enough for a million operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class TextOutBenchmark extends NettyMicrobenchmark {

    static final int STRINGS = 64;
    static final int LENGTH = 256;

    @Param
    public Text text;

    ByteBuf buffer;

    private String[] strings;
    private VisitOrder order;
    private int turn;

    @Setup
    public void draw() {
        order = VisitOrder.shuffled(STRINGS, seed());
        strings = text.draw(STRINGS, LENGTH, seed());
        int room = ByteBufUtil.utf8MaxBytes(LENGTH);
        buffer = ByteBufAllocator.DEFAULT.directBuffer(room, room);
        ForkEcho.say("buffer.class", buffer.getClass().getName());
    }

    @TearDown
    public void release() {
        buffer.release();
    }

    @Benchmark
    public int writeUtf8() {
        return ByteBufUtil.writeUtf8(buffer.clear(), strings[order.at(turn++)]);
    }

    @Benchmark
    public ByteBuf getBytesAndWrite() {
        return buffer.clear().writeBytes(strings[order.at(turn++)].getBytes(StandardCharsets.UTF_8));
    }

    @Benchmark
    public int encodeAndRelease() {
        ByteBuf encoded = encode();
        int bytes = encoded.readableBytes();
        encoded.release();
        return bytes;
    }

    /** Encodes the next string into a new buffer. */
    ByteBuf encode() {
        return ByteBufUtil.encodeString(
                ByteBufAllocator.DEFAULT, CharBuffer.wrap(strings[order.at(turn++)]), StandardCharsets.UTF_8);
    }
}
