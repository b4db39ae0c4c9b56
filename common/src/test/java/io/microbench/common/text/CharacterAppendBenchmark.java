// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.text;

import io.microbench.common.NettyMicrobenchmark;
import io.netty.util.internal.AppendableCharSequence;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many lines of 64 characters per microsecond are collected character by character and converted to a
 * string, as a decoder does, in Netty's {@link AppendableCharSequence} and in a {@link StringBuilder}, each of which is
 * reused.
 *
 * <p>Answers: Which is faster to append to, {@code AppendableCharSequence} or {@code StringBuilder}?
 *
 * <p>Does not measure: growth, characters beyond ASCII, which take two bytes in a {@link StringBuilder} as they always do in
 * the other.
 *
 * <p>Cost: 2 cases x 2 forks x 4 s = 0.3 min.
 *
 * <p>Covers: {@link AppendableCharSequence}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=CharacterAppendBenchmark test}
 */
// An operation takes about a hundred nanoseconds, so half a second is enough for millions of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CharacterAppendBenchmark extends NettyMicrobenchmark {

    static final int LENGTH = 64;
    static final int LINES = 1024;

    private final AppendableCharSequence appendable = new AppendableCharSequence(LENGTH);
    private final StringBuilder builder = new StringBuilder(LENGTH);

    /** All lines, one after the other. */
    final byte[] bytes = new byte[LENGTH * LINES];

    private int turn;

    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(seed());
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(' ', 127);
        }
    }

    @Benchmark
    public String appendableCharSequence() {
        int begin = (turn++ & (LINES - 1)) * LENGTH;
        appendable.reset();
        for (int i = begin; i < begin + LENGTH; i++) {
            appendable.append((char) bytes[i]);
        }
        return appendable.toString();
    }

    @Benchmark
    public String stringBuilder() {
        int begin = (turn++ & (LINES - 1)) * LENGTH;
        builder.setLength(0);
        for (int i = begin; i < begin + LENGTH; i++) {
            builder.append((char) bytes[i]);
        }
        return builder.toString();
    }
}
