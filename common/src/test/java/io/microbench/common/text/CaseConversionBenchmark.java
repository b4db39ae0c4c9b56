// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.text;

import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.util.AsciiString;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many header names of 16 letters per microsecond are converted to lower case, as {@link AsciiString} and
 * as {@link String}: names in lower case, and names in which every other letter on average is in upper case. There are
 * 1,024 different names, in shuffled order.
 *
 * <p>Answers: Is an {@code AsciiString} converted to lower case faster than a {@code String}?
 *
 * <p>Does not measure: other lengths, characters beyond ASCII, upper case.
 *
 * <p>Cost: 4 cases x 2 forks x 4 s = 0.5 min.
 *
 * <p>Covers: {@link AsciiString#toLowerCase()}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=CaseConversionBenchmark test}
 */
// An operation takes tens of nanoseconds, so half a second is enough for ten million operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CaseConversionBenchmark extends NettyMicrobenchmark {

    /** The case of the names. */
    public enum Names {
        LOWER,
        MIXED
    }

    static final int STRINGS = 1024;
    private static final int LENGTH = 16;

    @Param
    public Names names;

    final String[] strings = new String[STRINGS];
    private final AsciiString[] ascii = new AsciiString[STRINGS];
    private VisitOrder order;
    private int turn;

    @Setup
    public void draw() {
        order = VisitOrder.shuffled(STRINGS, seed());
        SplittableRandom random = new SplittableRandom(seed());
        for (int i = 0; i < STRINGS; i++) {
            StringBuilder name = new StringBuilder(LENGTH);
            for (int j = 0; j < LENGTH; j++) {
                boolean upper = names == Names.MIXED && random.nextBoolean();
                name.append((char) (random.nextInt(26) + (upper ? 'A' : 'a')));
            }
            strings[i] = name.toString();
            ascii[i] = new AsciiString(strings[i]);
        }
    }

    @Benchmark
    public AsciiString asciiStringToLowerCase() {
        return ascii[order.at(turn++)].toLowerCase();
    }

    @Benchmark
    public String stringToLowerCase() {
        return strings[order.at(turn++)].toLowerCase(Locale.ROOT);
    }
}
