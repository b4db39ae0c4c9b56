// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.async.AsyncWork;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the same as {@link HandOffBenchmark} with a virtual thread for each task.
 *
 * <p>Answers: How fast are submitted tasks completed with a virtual thread for each?
 *
 * <p>Does not measure: tasks that block, for which virtual threads are intended.
 *
 * <p>Cost: 1 case x 2 forks x 8 s = 0.3 min.
 *
 * <p>Covers: {@link ExecutorService} of virtual threads.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=VirtualHandOffBenchmark test}
 */
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before JDK 21")
public class VirtualHandOffBenchmark extends NettyMicrobenchmark {

    private static final int MOST_IN_FLIGHT = 1024;

    ExecutorService tasks = ForkJoinPool.commonPool();

    /** The method is called by reflection, because the suite is compiled for JDK 17. */
    @Setup
    public void start(AsyncWork work) throws NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        work.limit(MOST_IN_FLIGHT);
        work.keepScore();
        tasks = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    @TearDown
    public void stop() {
        tasks.shutdown();
    }

    @Override
    protected boolean onEventLoop() {
        return false;
    }

    @Benchmark
    public void handOff(AsyncWork work) {
        tasks.execute(work.begin());
    }
}
