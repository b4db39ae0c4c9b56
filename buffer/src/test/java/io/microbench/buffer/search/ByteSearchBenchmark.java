// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.search;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ByteProcessor;
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
 * Measures how many ends of lines per microsecond are found, forwards and backwards, in a direct buffer of 256 lines
 * that are visited in shuffled order: by {@link ByteBuf#indexOf}, by {@link ByteBuf#forEachByte}, and by a loop that
 * reads byte by byte. The lengths of the lines are random, so that branches are unpredictable.
 *
 * <p>Answers: Which way of finding the end of a line is fastest?
 *
 * <p>Does not measure: missing bytes, several bytes in a row ({@link SequenceSearchBenchmark}), heap and composite
 * buffers, alignments other than those at which lines happen to begin.
 *
 * <p>Cost: 8 cases x 2 forks x 4 s = 1.1 min.
 *
 * <p>Covers: {@link ByteBuf#indexOf(int, int, byte)}, {@link ByteBuf#forEachByte(int, int, ByteProcessor)}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=ByteSearchBenchmark test}
 */
// An operation takes up to a microsecond, so half a second is enough for hundreds of thousands of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ByteSearchBenchmark extends NettyMicrobenchmark {

    static final int LINES = 256;
    private static final byte END = '\n';

    /** The mean length of a line in bytes; lengths range from 1 to almost twice the mean. */
    @Param({"16", "1024"})
    public int meanLength;

    ByteBuf buffer;

    /** The index of the end of each line, preceded by the index before the first line. */
    final int[] ends = new int[LINES + 1];

    private VisitOrder order;
    private int turn;

    @Setup
    public void fill() {
        order = VisitOrder.shuffled(LINES, seed());
        SplittableRandom random = new SplittableRandom(seed());
        for (int line = 0; line < LINES; line++) {
            ends[line + 1] = ends[line] + random.nextInt(1, 2 * meanLength) + 1;
        }
        int bytes = ends[LINES] + 1;
        buffer = ByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
        for (int i = 0; i < bytes; i++) {
            buffer.writeByte(random.nextInt(' ', 127));
        }
        for (int end : ends) {
            buffer.setByte(end, END);
        }
        ForkEcho.say("buffer.class", buffer.getClass().getName());
        ForkEcho.say("buffer.bytes", bytes);
    }

    @TearDown
    public void release() {
        buffer.release();
    }

    @Benchmark
    public int indexOf() {
        int begin = ends[order.at(turn++)] + 1;
        return buffer.indexOf(begin, buffer.writerIndex(), END);
    }

    /** Searches from the end of a line back to that of the previous line. */
    @Benchmark
    public int lastIndexOf() {
        int end = ends[order.at(turn++) + 1];
        return buffer.indexOf(end, 0, END);
    }

    @Benchmark
    public int forEachByte() {
        int begin = ends[order.at(turn++)] + 1;
        return buffer.forEachByte(begin, buffer.writerIndex() - begin, ByteProcessor.FIND_LF);
    }

    @Benchmark
    public int plainLoop() {
        int index = ends[order.at(turn++)] + 1;
        while (buffer.getByte(index) != END) {
            index++;
        }
        return index;
    }
}
