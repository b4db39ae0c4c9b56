// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.text;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
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
 * Measures how many strings of 256 chars per millisecond are decoded from UTF-8 in a heap buffer or in a direct buffer,
 * among 64 different ones in shuffled order.
 *
 * <p>Answers: How fast is UTF-8 decoded, from the heap and from direct memory?
 *
 * <p>Does not measure: other lengths, ASCII by the methods made for it ({@link AsciiTextBenchmark}), malformed UTF-8,
 * text that mixes scripts.
 *
 * <p>Cost: 8 cases x 2 forks x 4 s = 1.1 min.
 *
 * <p>Covers: {@link ByteBuf#toString(int, int, Charset)}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=TextInBenchmark test}
 */
// An operation takes up to a microsecond, so half a second is enough for a million operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class TextInBenchmark extends NettyMicrobenchmark {

    static final int STRINGS = 64;
    static final int LENGTH = 256;

    @Param
    public Text text;

    ByteBuf heap;
    ByteBuf direct;

    /** The start of each string, followed by the end of the last string. */
    private final int[] begin = new int[STRINGS + 1];

    private VisitOrder order;
    private int turn;

    @Setup
    public void encode() {
        order = VisitOrder.shuffled(STRINGS, seed());
        String[] strings = text.draw(STRINGS, LENGTH, seed());
        byte[] all = String.join("", strings).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < STRINGS; i++) {
            begin[i + 1] = begin[i] + strings[i].getBytes(StandardCharsets.UTF_8).length;
        }
        heap = ByteBufAllocator.DEFAULT.heapBuffer(all.length, all.length).writeBytes(all);
        direct = ByteBufAllocator.DEFAULT.directBuffer(all.length, all.length).writeBytes(all);
        ForkEcho.say("source.heap.class", heap.getClass().getName());
        ForkEcho.say("source.direct.class", direct.getClass().getName());
    }

    @TearDown
    public void release() {
        heap.release();
        direct.release();
    }

    @Benchmark
    public String heapToString() {
        int i = order.at(turn++);
        return heap.toString(begin[i], begin[i + 1] - begin[i], StandardCharsets.UTF_8);
    }

    @Benchmark
    public String directToString() {
        int i = order.at(turn++);
        return direct.toString(begin[i], begin[i + 1] - begin[i], StandardCharsets.UTF_8);
    }
}
