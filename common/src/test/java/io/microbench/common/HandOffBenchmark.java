// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.async.AsyncWork;
import io.netty.util.concurrent.DefaultEventExecutor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many tasks per second executors complete when one thread submits them, with at most 1024 in flight, and
 * how long each takes from its submission to its end: see {@code async.throughput} and {@code async.latency}; the score
 * is the rate of submission.
 *
 * <p>Answers: How fast do executors complete the tasks that one thread submits?
 *
 * <p>Does not measure: tasks that do anything, several threads that submit tasks.
 *
 * <p>Cost: 3 cases x 2 forks x 8 s = 0.8 min.
 *
 * <p>Covers: {@link DefaultEventExecutor}, compared with the JDK's executors.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=HandOffBenchmark test}
 */
// With several threads on few cores, the score becomes steady late.
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class HandOffBenchmark extends NettyMicrobenchmark {

    private static final int THREADS = 2;
    private static final int MOST_IN_FLIGHT = 1024;

    @Param({"fixed", "forkJoin", "eventLoop"})
    public String executor = "";

    ExecutorService tasks = ForkJoinPool.commonPool();

    @Setup
    public void start(AsyncWork work) {
        work.limit(MOST_IN_FLIGHT);
        work.keepScore();
        tasks = switch (executor) {
            case "fixed" -> Executors.newFixedThreadPool(THREADS);
            case "forkJoin" -> new ForkJoinPool(THREADS);
            default -> new DefaultEventExecutor();
        };
    }

    @TearDown
    public void stop() {
        tasks.shutdown();
    }

    /** Returns false: an event loop must not wait for another one. */
    @Override
    protected boolean onEventLoop() {
        return false;
    }

    @Benchmark
    public void handOff(AsyncWork work) {
        tasks.execute(work.begin());
    }
}
