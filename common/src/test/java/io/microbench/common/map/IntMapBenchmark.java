// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.map;

import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.util.collection.IntObjectHashMap;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how often per microsecond a map with {@code int} keys finds one of its 4,096 keys, or finds that a key is absent,
 * and how many maps per millisecond grow from empty to these keys: Netty's, Agrona's and the JDK's.
 *
 * <p>Keys are random or ids of HTTP/2 streams, with closed streams as the absent ones. They are in shuffled order;
 * growing uses them in the order of creation.
 *
 * <p>Answers: Which map with {@code int} keys is fastest for hits, misses and growth: Netty's, Agrona's or the JDK's?
 *
 * <p>Does not measure: removal and other sizes ({@code IntObjectHashMapBenchmark} has both, without Agrona), iteration,
 * memory footprint, maps with sufficient initial capacity.
 *
 * <p>Cost: 18 cases x 2 forks x 4 s = 2.4 min.
 *
 * <p>Covers: {@link IntObjectHashMap}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=IntMapBenchmark test}
 */
// A look-up takes about ten nanoseconds and a map about a hundred microseconds, so half a second is enough for
// thousands of either.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class IntMapBenchmark extends NettyMicrobenchmark {

    /** The origin of the keys. */
    public enum Keys {
        /** Consecutive odd numbers: the first 4,096 are absent, the next 4,096 present. */
        STREAM_IDS {
            @Override
            int[] draw(long seed) {
                return IntStream.range(0, 2 * SIZE).map(i -> 2 * i + 1).toArray();
            }
        },

        /** Any {@code int}, each once. */
        RANDOM {
            @Override
            int[] draw(long seed) {
                return new SplittableRandom(seed)
                        .ints()
                        .distinct()
                        .limit(2 * SIZE)
                        .toArray();
            }
        };

        /** Draws the absent keys, followed by the same number of present ones. */
        abstract int[] draw(long seed);
    }

    static final int SIZE = 4096;

    @Param
    public IntMapKind map;

    @Param
    public Keys keys;

    /** The first {@link #SIZE} are absent, the others present. */
    int[] drawn;

    private IntMap filled;
    private Object value;
    private VisitOrder order;
    private int turn;

    @Setup
    public void fill() {
        order = VisitOrder.shuffled(SIZE, seed());
        drawn = keys.draw(seed());
        value = new Object();
        filled = grown();
    }

    @Benchmark
    public @Nullable Object getPresent() {
        return filled.get(drawn[SIZE + order.at(turn++)]);
    }

    @Benchmark
    public @Nullable Object getAbsent() {
        return filled.get(drawn[order.at(turn++)]);
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public Object grow() {
        return grown();
    }

    /** Returns a new map with all present keys. */
    IntMap grown() {
        IntMap grown = map.create();
        for (int i = SIZE; i < 2 * SIZE; i++) {
            grown.put(drawn[i], value);
        }
        return grown;
    }
}
