// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.search;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.search.AbstractMultiSearchProcessorFactory;
import io.netty.buffer.search.AbstractSearchProcessorFactory;
import io.netty.buffer.search.AhoCorasicSearchProcessorFactory;
import io.netty.buffer.search.BitapSearchProcessorFactory;
import io.netty.buffer.search.KmpSearchProcessorFactory;
import io.netty.buffer.search.MultiSearchProcessor;
import io.netty.buffer.search.SearchProcessor;
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
 * Measures how many times per millisecond a direct buffer of 16 KiB is searched for sixteen bytes in a row that are at
 * its very end: by the Knuth-Morris-Pratt algorithm, by bitap, by Aho-Corasick for this and three other sequences at
 * once, by {@link ByteBufUtil#indexOf}, and by a plain nested loop.
 *
 * <p>Answers: Which finds a sequence of bytes fastest: Knuth-Morris-Pratt, bitap, Aho-Corasick or a plain loop?
 *
 * <p>Does not measure: creating the tables of the algorithms, which Netty does once for a sequence; sequences of other
 * lengths; heap and composite buffers; sequences across two buffers, which only the first three find.
 *
 * <p>Cost: 15 cases x 2 forks x 4 s = 2.0 min.
 *
 * <p>Covers: {@link KmpSearchProcessorFactory}, {@link BitapSearchProcessorFactory}, {@link
 * AhoCorasicSearchProcessorFactory}, {@link ByteBufUtil#indexOf(ByteBuf, ByteBuf)}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=SequenceSearchBenchmark test}
 */
// An operation takes ten to two hundred microseconds, so half a second is enough for thousands of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SequenceSearchBenchmark extends NettyMicrobenchmark {

    static final int BYTES = 16 << 10;
    static final int NEEDLE = 16;

    /** The number of additional, absent sequences for the Aho-Corasick algorithm. */
    private static final int OTHERS = 3;

    @Param
    public Haystack haystack;

    ByteBuf buffer;

    private byte[] needle;
    private ByteBuf needleBuffer;
    private SearchProcessor kmp;
    private SearchProcessor bitap;
    private MultiSearchProcessor ahoCorasick;

    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(seed());
        buffer = ByteBufAllocator.DEFAULT.directBuffer(BYTES, BYTES);
        buffer.writeBytes(haystack.draw(random, BYTES - NEEDLE));
        needle = haystack.needle(random, NEEDLE);
        buffer.writeBytes(needle);
        needleBuffer = Unpooled.wrappedBuffer(needle);
        kmp = AbstractSearchProcessorFactory.newKmpSearchProcessorFactory(needle)
                .newSearchProcessor();
        bitap = AbstractSearchProcessorFactory.newBitapSearchProcessorFactory(needle)
                .newSearchProcessor();
        byte[][] needles = new byte[1 + OTHERS][];
        needles[0] = needle;
        for (int i = 1; i <= OTHERS; i++) {
            // A byte that is not in the two haystacks of letters; the random one contains no sequence by chance.
            needles[i] = needle.clone();
            needles[i][NEEDLE - i] = (byte) ('x' + i);
        }
        ahoCorasick = AbstractMultiSearchProcessorFactory.newAhoCorasicSearchProcessorFactory(needles)
                .newSearchProcessor();
        ForkEcho.say("buffer.class", buffer.getClass().getName());
    }

    @TearDown
    public void release() {
        buffer.release();
    }

    /** Returns the index of the end of the sequence; so do the next two methods. */
    @Benchmark
    public int kmp() {
        kmp.reset();
        return buffer.forEachByte(kmp);
    }

    @Benchmark
    public int bitap() {
        bitap.reset();
        return buffer.forEachByte(bitap);
    }

    @Benchmark
    public int ahoCorasick() {
        ahoCorasick.reset();
        return buffer.forEachByte(ahoCorasick);
    }

    /** Returns the index of the start of the sequence; so does the plain loop. */
    @Benchmark
    public int indexOf() {
        return ByteBufUtil.indexOf(needleBuffer, buffer);
    }

    @Benchmark
    public int plainLoop() {
        for (int begin = 0; begin <= BYTES - NEEDLE; begin++) {
            if (isAt(begin)) {
                return begin;
            }
        }
        return -1;
    }

    private boolean isAt(int begin) {
        for (int i = 0; i < NEEDLE; i++) {
            if (buffer.getByte(begin + i) != needle[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the index of the sequence that the Aho-Corasick algorithm found last, 0 for the present one. */
    int foundNeedle() {
        return ahoCorasick.getFoundNeedleId();
    }
}
