// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.text;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.AsciiString;
import java.nio.charset.Charset;
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
 * Measures how many ASCII strings per microsecond are written into a direct buffer, by the method for ASCII, from a
 * {@link String} and an {@link AsciiString}, and by the one for UTF-8; and read from it, as either kind of string.
 * There are 64 different strings, in shuffled order.
 *
 * <p>Answers: How much faster are the methods for ASCII than those for UTF-8?
 *
 * <p>Does not measure: heap buffers, growth of the buffer, text that turns out not to be ASCII.
 *
 * <p>Cost: 10 cases x 2 forks x 4 s = 1.3 min.
 *
 * <p>Covers: {@link ByteBufUtil#writeAscii(ByteBuf, CharSequence)}, {@link ByteBuf#getCharSequence(int, int, Charset)}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=AsciiTextBenchmark test}
 */
// An operation takes tens to hundreds of nanoseconds, so half a second is enough for a million operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AsciiTextBenchmark extends NettyMicrobenchmark {

    static final int STRINGS = 64;

    /** The number of characters per string: the name of a header, and a long value. */
    @Param({"16", "512"})
    public int length;

    /** All strings, concatenated, for the reads. */
    ByteBuf source;

    /** The target of writes, with space for one string. */
    ByteBuf target;

    private final AsciiString[] ascii = new AsciiString[STRINGS];
    private String[] strings;
    private VisitOrder order;
    private int turn;

    @Setup
    public void draw() {
        order = VisitOrder.shuffled(STRINGS, seed());
        strings = Text.ASCII.draw(STRINGS, length, seed());
        source = ByteBufAllocator.DEFAULT.directBuffer(STRINGS * length, STRINGS * length);
        int room = ByteBufUtil.utf8MaxBytes(length);
        target = ByteBufAllocator.DEFAULT.directBuffer(room, room);
        for (int i = 0; i < STRINGS; i++) {
            ascii[i] = new AsciiString(strings[i]);
            ByteBufUtil.writeAscii(source, strings[i]);
        }
        ForkEcho.say("buffer.class", target.getClass().getName());
    }

    @TearDown
    public void release() {
        source.release();
        target.release();
    }

    @Benchmark
    public int writeAsciiFromString() {
        return ByteBufUtil.writeAscii(target.clear(), strings[order.at(turn++)]);
    }

    @Benchmark
    public int writeAsciiFromAsciiString() {
        return ByteBufUtil.writeAscii(target.clear(), ascii[order.at(turn++)]);
    }

    @Benchmark
    public int writeUtf8FromString() {
        return ByteBufUtil.writeUtf8(target.clear(), strings[order.at(turn++)]);
    }

    /** Reads a string as an {@link AsciiString}, which is a copy of the bytes. */
    @Benchmark
    public CharSequence readCharSequence() {
        return source.getCharSequence(order.at(turn++) * length, length, StandardCharsets.US_ASCII);
    }

    @Benchmark
    public String readString() {
        return source.toString(order.at(turn++) * length, length, StandardCharsets.US_ASCII);
    }
}
