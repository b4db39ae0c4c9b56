// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.netty.util.collection.IntObjectHashMap;
import java.util.HashMap;
import java.util.Map;
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
 * Measures how many values per microsecond are found by an {@code int}, or removed and put back, in a map for primitive
 * keys and in a {@link HashMap}, which boxes them. Keys are in shuffled order.
 *
 * <p>Answers: Which is faster to find and to replace values, {@code IntObjectHashMap} or {@code HashMap}?
 *
 * <p>Does not measure: keys that are absent, iteration, growth, memory footprint.
 *
 * <p>Cost: 16 cases x 2 forks x 4 s = 2.1 min.
 *
 * <p>Covers: {@link IntObjectHashMap}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=IntObjectHashMapBenchmark test}
 */
// An operation takes about ten nanoseconds, so half a second is enough for millions of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class IntObjectHashMapBenchmark extends NettyMicrobenchmark {

    /** The origin of the keys. The map for primitive keys uses a key as its hash, so their pattern matters. */
    public enum Keys {
        /** Ids of HTTP/2 streams that a client opened: 1, 3, 5, ... */
        STREAM_IDS,
        /** Any {@code int}. */
        RANDOM
    }

    @Param
    public Keys keys;

    /** Entries; powers of two. */
    @Param({"64", "4096"})
    public int size;

    private VisitOrder order;
    private int[] key;
    private IntObjectHashMap<Object> intObjectMap;
    private Map<Integer, Object> hashMap;
    private int turn;

    @Setup
    public void fill() {
        order = VisitOrder.shuffled(size, seed());
        key = switch (keys) {
            case STREAM_IDS -> IntStream.range(0, size).map(i -> 2 * i + 1).toArray();
            case RANDOM ->
                new SplittableRandom(seed()).ints().distinct().limit(size).toArray();
        };
        intObjectMap = new IntObjectHashMap<>();
        hashMap = new HashMap<>();
        for (int k : key) {
            intObjectMap.put(k, new Object());
            hashMap.put(k, new Object());
        }
    }

    @Benchmark
    public @Nullable Object intObjectHashMapGet() {
        return intObjectMap.get(key[order.at(turn++)]);
    }

    @Benchmark
    public @Nullable Object hashMapGet() {
        return hashMap.get(key[order.at(turn++)]);
    }

    @Benchmark
    public @Nullable Object intObjectHashMapRemoveAndPut() {
        int k = key[order.at(turn++)];
        return intObjectMap.put(k, intObjectMap.remove(k));
    }

    @Benchmark
    public @Nullable Object hashMapRemoveAndPut() {
        int k = key[order.at(turn++)];
        return hashMap.put(k, hashMap.remove(k));
    }
}
