// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many strings per microsecond are hashed or compared, as {@link AsciiString} and as {@link String}, among
 * 1,024 different ones in shuffled order.
 *
 * <p>Both classes cache the hash, and an {@link AsciiString} compares hashes before bytes. So the hash methods create
 * each string from bytes, with a copy in both classes, as a decoder of headers does: nothing is cached. The equality
 * methods compare two objects of the same length with cached hashes; half of the pairs differ, in the last character
 * only: neither the outcome nor an early difference can be guessed.
 *
 * <p>Answers: Is an {@code AsciiString} hashed and compared faster than a {@code String}?
 *
 * <p>Does not measure: hashing without the copy, reading a cached hash, strings of different lengths, characters beyond
 * ASCII.
 *
 * <p>Cost: 12 cases x 2 forks x 4 s = 1.6 min.
 *
 * <p>Covers: {@link AsciiString}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=AsciiStringBenchmark test}
 */
// An operation takes at most tens of nanoseconds, so half a second is enough for millions of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AsciiStringBenchmark extends NettyMicrobenchmark {

    private static final int STRINGS = 1024;

    /** Characters per string: a short header name, and a value like an entity tag or part of a cookie. */
    @Param({"8", "64"})
    public int length;

    private VisitOrder order;
    private byte[][] bytes;
    private AsciiString[] ascii;
    private AsciiString[] otherAscii;
    private String[] strings;
    private String[] otherStrings;
    private int turn;

    @Setup
    public void create() {
        SplittableRandom random = new SplittableRandom(seed());
        order = VisitOrder.shuffled(STRINGS, seed());
        bytes = new byte[STRINGS][];
        ascii = new AsciiString[STRINGS];
        otherAscii = new AsciiString[STRINGS];
        strings = new String[STRINGS];
        otherStrings = new String[STRINGS];
        for (int i = 0; i < STRINGS; i++) {
            byte[] one = random.ints(length, 'a', 'z' + 1)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString()
                    .getBytes(StandardCharsets.US_ASCII);
            byte[] other = one.clone();
            if (random.nextBoolean()) {
                other[length - 1] = (byte) (one[length - 1] == 'z' ? 'a' : one[length - 1] + 1);
            }
            bytes[i] = one;
            ascii[i] = new AsciiString(one, true);
            otherAscii[i] = new AsciiString(other, true);
            strings[i] = new String(one, StandardCharsets.US_ASCII);
            otherStrings[i] = new String(other, StandardCharsets.US_ASCII);
        }
    }

    @Benchmark
    public int asciiStringCreateAndHash() {
        return new AsciiString(bytes[order.at(turn++)], true).hashCode();
    }

    @Benchmark
    public int stringCreateAndHash() {
        return new String(bytes[order.at(turn++)], StandardCharsets.ISO_8859_1).hashCode();
    }

    @Benchmark
    public boolean asciiStringEquals() {
        int i = order.at(turn++);
        return ascii[i].equals(otherAscii[i]);
    }

    @Benchmark
    public boolean stringEquals() {
        int i = order.at(turn++);
        return strings[i].equals(otherStrings[i]);
    }

    @Benchmark
    public boolean asciiStringEqualsIgnoreCase() {
        int i = order.at(turn++);
        return ascii[i].contentEqualsIgnoreCase(otherAscii[i]);
    }

    @Benchmark
    public boolean stringEqualsIgnoreCase() {
        int i = order.at(turn++);
        return strings[i].equalsIgnoreCase(otherStrings[i]);
    }
}
