// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.executor;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures how many bursts of 1, 16 and 256 tasks per millisecond one thread submits to an executor with one worker and
 * waits for, and in {@code async.latency} how long a burst takes from its first submission to the end of its last task.
 *
 * <p>Answers: How fast do executors complete bursts of tasks?
 *
 * <p>Does not measure: tasks that do anything, executors with several workers, a thread that continues while its tasks
 * run ({@code HandOffBenchmark}), event loops with a selector to wake up. Bursts of one are dominated by two threads
 * that wake each other.
 *
 * <p>Cost: 9 cases x 2 forks x 8 s = 2.4 min.
 *
 * <p>Covers: {@link DefaultEventExecutor}, compared with the JDK's executors.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=BurstBenchmark test}
 */
public class BurstBenchmark extends BurstMicrobenchmark {

    @Param({"eventLoop", "fixed", "forkJoin"})
    public String kind = "";

    @Override
    ExecutorService create() {
        DefaultThreadFactory threads = new DefaultThreadFactory(kind, true);
        return switch (kind) {
            case "fixed" -> new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
            case "forkJoin" -> new ForkJoinPool(1);
            default -> new DefaultEventExecutor(threads);
        };
    }
}
