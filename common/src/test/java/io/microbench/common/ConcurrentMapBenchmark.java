// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.Concurrency;
import io.microbench.fork.ExtraResults;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures how many keys per second 1 to 64 workers look up in a shared map, and how many they delete and put back.
 *
 * <p>Each worker has its own keys, so that a deleted key was present and an inserted one absent. {@code hitRatio}, next
 * to the score, is the share of operations for which that was true; less than 99 % fails the fork.
 *
 * <p>Answers: Which shared map serves up to 64 workers best?
 *
 * <p>Does not measure: workers that access the same key, growth of the map, deletes without inserts ({@link
 * MapDeleteBenchmark}). If each worker put its keys back untimed, the sum would include rates from times in which other
 * workers did not run, and be too high with more workers than processors.
 *
 * <p>Cost: 42 cases x 2 forks x 2.5 s = 3.5 min.
 *
 * <p>Covers: {@link ConcurrentHashMap}, compared with a map with one lock and one with sixteen.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=ConcurrentMapBenchmark test}
 */
// An operation takes tens of nanoseconds, so half a second shows the steady state.
@State(Scope.Benchmark)
@Concurrency(ladder = "1..64*2")
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ConcurrentMapBenchmark extends NettyMicrobenchmark {

    static final int KEYS = 10_000;

    static final double LEAST_HITS = 0.99;

    @Param
    public MapKind map = MapKind.CONCURRENT;

    private final Integer[] keys = new Integer[KEYS];
    private SharedMap store = map.create();

    @Setup
    public void fill() {
        store = map.create();
        new SplittableRandom(seed())
                .ints()
                .distinct()
                .limit(KEYS)
                .boxed()
                .toList()
                .toArray(keys);
        Arrays.stream(keys).forEach(store::insert);
        check();
    }

    /** Returns false: these maps do not use Netty's event loops. */
    @Override
    protected boolean onEventLoop() {
        return false;
    }

    @TearDown(Level.Iteration)
    public void check() {
        if (store.size() != KEYS) {
            throw new IllegalStateException(map + " has " + store.size() + " keys instead of " + KEYS);
        }
    }

    /** The keys of a thread. */
    @State(Scope.Thread)
    public static class Worker {

        private Integer[] own = new Integer[0];
        private int turn;
        private long operations;
        private long hits;

        @Setup
        public void takeKeys(ConcurrentMapBenchmark benchmark, ThreadParams threads) {
            int count = threads.getThreadCount();
            if (count > KEYS) {
                throw new IllegalStateException(
                        "threads = " + count + ": expected at most " + KEYS + ", one for each key");
            }
            int first = KEYS / count * threads.getThreadIndex();
            own = Arrays.copyOfRange(benchmark.keys, first, first + KEYS / count);
        }

        Integer next() {
            turn = turn + 1 == own.length ? 0 : turn + 1;
            return own[turn];
        }

        boolean book(boolean hit) {
            operations++;
            hits += hit ? 1 : 0;
            return hit;
        }

        @TearDown(Level.Iteration)
        public void report() {
            ExtraResults.add(List.of(new ScalarResult("hitRatio", hitRatio(), "hits/op", AggregationPolicy.AVG)));
        }

        /** Returns the share of operations since the last call that found their key; 1 without operations. */
        double hitRatio() {
            double ratio = operations == 0 ? 1 : (double) hits / operations;
            operations = 0;
            hits = 0;
            if (ratio < LEAST_HITS) {
                throw new IllegalStateException(
                        "only " + ratio + " of the operations found their key; expected at least " + LEAST_HITS);
            }
            return ratio;
        }
    }

    @Benchmark
    public boolean query(Worker worker) {
        return worker.book(store.query(worker.next()));
    }

    @Benchmark
    public boolean deleteAndInsert(Worker worker) {
        Integer key = worker.next();
        return worker.book(delete(key) && store.insert(key));
    }

    boolean delete(Integer key) {
        return store.delete(key);
    }
}
