// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.text;

import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.util.internal.StringUtil;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many values of 64 characters per microsecond are escaped for CSV: values with nothing to escape, which
 * are returned unchanged, and values with a comma and, one character in nine on average, a quotation mark. There are
 * 256 different values, in shuffled order.
 *
 * <p>Answers: How fast are values escaped for CSV?
 *
 * <p>Does not measure: other lengths, trimming, values that are already quoted, characters beyond ASCII.
 *
 * <p>Cost: 2 cases x 2 forks x 4 s = 0.3 min.
 *
 * <p>Covers: {@link StringUtil#escapeCsv(CharSequence)}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=CsvEscapeBenchmark test}
 */
// An operation takes about a hundred nanoseconds, so half a second is enough for millions of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CsvEscapeBenchmark extends NettyMicrobenchmark {

    /** The content of the values. */
    public enum Values {
        PLAIN,
        QUOTED
    }

    static final int VALUES = 256;
    private static final int LENGTH = 64;

    @Param
    public Values values;

    final String[] strings = new String[VALUES];
    private VisitOrder order;
    private int turn;

    @Setup
    public void draw() {
        order = VisitOrder.shuffled(VALUES, seed());
        SplittableRandom random = new SplittableRandom(seed());
        for (int i = 0; i < VALUES; i++) {
            StringBuilder value = new StringBuilder(LENGTH);
            while (value.length() < LENGTH) {
                value.append((char) random.nextInt('a', 'z' + 1));
                if (values == Values.QUOTED && random.nextInt(8) == 0) {
                    // Never two in a row, which Netty would take for an escaped one.
                    value.setCharAt(value.length() - 1, '"');
                    value.append((char) random.nextInt('a', 'z' + 1));
                }
            }
            value.setLength(LENGTH);
            if (values == Values.QUOTED) {
                value.setCharAt(0, ',');
            }
            strings[i] = value.toString();
        }
    }

    @Benchmark
    public CharSequence escapeCsv() {
        return StringUtil.escapeCsv(strings[order.at(turn++)]);
    }
}
