// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.Concurrency;
import io.microbench.fork.ExtraResults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures how many keys per second 1 to 64 workers delete from a shared map, until it is empty. The keys are put back
 * between iterations, untimed.
 *
 * <p>The score is the time of one worker for its share of the keys. The meaningful result is {@code deletes}: all keys,
 * divided by the time from the common start of the workers to the end of the last one, which is valid for more workers
 * than processors, too. {@code hitRatio} is the share of deletes that found their key; less than 99 % fails the fork.
 *
 * <p>Answers: Which shared map deletes all its keys fastest with up to 64 workers?
 *
 * <p>Does not measure: workers that access the same key, inserts.
 *
 * <p>Cost: 21 cases x 2 forks x 1 s = 0.7 min.
 *
 * <p>Covers: {@link ConcurrentHashMap}, compared with a map with one lock and one with sixteen.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=MapDeleteBenchmark test}
 */
@State(Scope.Benchmark)
@Concurrency(ladder = "1..64*2")
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 100)
@Measurement(iterations = 50)
public class MapDeleteBenchmark extends NettyMicrobenchmark {

    private static final int KEYS = ConcurrentMapBenchmark.KEYS;
    private static final double NANOS = 1e9;

    @Param
    public MapKind map = MapKind.CONCURRENT;

    private final Integer[] keys = new Integer[KEYS];
    private final AtomicInteger deleted = new AtomicInteger();
    private final AtomicInteger missed = new AtomicInteger();
    private final AtomicLong end = new AtomicLong();
    private SharedMap store = map.create();
    private CyclicBarrier start = new CyclicBarrier(1);
    private long startNanos;

    @Setup
    public void fill(BenchmarkParams benchmark) {
        fill(benchmark.getThreads());
    }

    void fill(int workers) {
        store = map.create();
        new SplittableRandom(seed())
                .ints()
                .distinct()
                .limit(KEYS)
                .boxed()
                .toList()
                .toArray(keys);
        Arrays.stream(keys).forEach(store::insert);
        start = new CyclicBarrier(workers, () -> {
            startNanos = System.nanoTime();
            end.set(startNanos);
        });
    }

    /** Returns false, as these maps do not use Netty's event loops. */
    @Override
    protected boolean onEventLoop() {
        return false;
    }

    /** The keys of a thread. */
    @State(Scope.Thread)
    public static class Worker {

        private Integer[] own = new Integer[0];

        @Setup
        public void takeKeys(MapDeleteBenchmark benchmark, ThreadParams threads) {
            take(benchmark, threads.getThreadIndex(), threads.getThreadCount());
        }

        void take(MapDeleteBenchmark benchmark, int index, int count) {
            int share = KEYS / count;
            own = Arrays.copyOfRange(benchmark.keys, index * share, (index + 1) * share);
        }

        @Setup(Level.Iteration)
        public void putBack(MapDeleteBenchmark benchmark) {
            Arrays.stream(own).forEach(benchmark.store::insert);
        }
    }

    @Benchmark
    public void delete(Worker worker) throws InterruptedException, BrokenBarrierException {
        start.await();
        int hits = 0;
        for (Integer key : worker.own) {
            hits += store.delete(key) ? 1 : 0;
        }
        end.accumulateAndGet(System.nanoTime(), (one, other) -> one - other > 0 ? one : other);
        deleted.addAndGet(hits);
        missed.addAndGet(worker.own.length - hits);
    }

    @TearDown(Level.Iteration)
    public void report() {
        ExtraResults.add(results());
    }

    /** Returns the results of the last iteration, after a check that the deleted keys are absent. */
    List<Result<?>> results() {
        int hits = deleted.getAndSet(0);
        int all = hits + missed.getAndSet(0);
        double ratio = (double) hits / all;
        if (ratio < ConcurrentMapBenchmark.LEAST_HITS || store.size() != KEYS - hits) {
            throw new IllegalStateException("of " + all + " deletes " + hits + " found their key, and " + map + " has "
                    + store.size() + " of " + KEYS + " keys left");
        }
        List<Result<?>> results = new ArrayList<>();
        results.add(
                new ScalarResult("deletes", hits * NANOS / (end.get() - startNanos), "ops/s", AggregationPolicy.AVG));
        results.add(new ScalarResult("hitRatio", ratio, "hits/op", AggregationPolicy.AVG));
        return results;
    }
}
