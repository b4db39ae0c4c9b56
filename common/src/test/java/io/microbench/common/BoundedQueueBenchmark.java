// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.async.AsyncWork;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
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
 * Measures how many items per second go through a bounded queue from one thread to another, and how long each takes.
 *
 * <p>Answers: What are the throughput and the latency of a bounded queue?
 *
 * <p>Does not measure: several producers or consumers.
 *
 * <p>Cost: 4 cases x 2 forks x 8 s = 1.1 min.
 *
 * <p>Covers: {@link AsyncWork} without a limit of its own, because the queue applies back-pressure.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=BoundedQueueBenchmark test}
 */
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class BoundedQueueBenchmark extends NettyMicrobenchmark {

    @Param({"array", "linked"})
    public String queue = "";

    @Param({"16", "1024"})
    public int capacity;

    private BlockingQueue<AsyncWork.Unit> items = new ArrayBlockingQueue<>(1);
    private final Thread consumer = new Thread(this::consume, "consumer");

    @Setup
    public void start(AsyncWork work) {
        work.keepScore();
        items = queue.equals("array") ? new ArrayBlockingQueue<>(capacity) : new LinkedBlockingQueue<>(capacity);
        consumer.start();
    }

    private void consume() {
        try {
            while (true) {
                items.take().done();
            }
        } catch (InterruptedException e) {
            // The iteration has ended.
            Thread.currentThread().interrupt();
        }
    }

    @TearDown
    public void stop() throws InterruptedException {
        consumer.interrupt();
        consumer.join();
    }

    @Override
    protected boolean onEventLoop() {
        return false;
    }

    @Benchmark
    public void item(AsyncWork work) throws InterruptedException {
        items.put(work.begin());
    }
}
