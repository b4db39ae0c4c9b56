// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.executor;

import io.microbench.async.AsyncWork;
import io.microbench.common.NettyMicrobenchmark;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Submits a burst of tasks to an executor with one worker, and waits until all have run.
 *
 * <p>The thread parks while it waits, as it would in a {@code CountDownLatch}. A burst is one unit of {@link AsyncWork}, from before its
 * first hand-over to the end of its last task: reading the clock for every task would cost as much as the task.
 */
// With several threads on few cores, the score becomes steady late.
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class BurstMicrobenchmark extends NettyMicrobenchmark {

    @Param({"1", "16", "256"})
    public int tasks;

    /** A placeholder, which the set-up replaces. */
    ExecutorService executor = ForkJoinPool.commonPool();

    /** Creates the benchmark; called by subclasses. */
    protected BurstMicrobenchmark() {}

    /** Returns a new executor for the calling thread. */
    abstract ExecutorService create() throws ReflectiveOperationException;

    @Setup
    public void start() throws ReflectiveOperationException {
        executor = create();
    }

    @TearDown
    public void stop() {
        executor.shutdown();
    }

    /** Returns false: an event loop must not wait for another one. */
    @Override
    protected boolean onEventLoop() {
        return false;
    }

    @Benchmark
    public void burst(AsyncWork work) {
        Burst burst = new Burst(tasks, work.begin());
        for (int i = 0; i < tasks; i++) {
            executor.execute(burst);
        }
        burst.await();
    }

    /** All tasks of a burst, and the thread that waits for them. */
    private static final class Burst implements Runnable {

        private final Thread waiter = Thread.currentThread();
        private final AtomicInteger left;
        private final AsyncWork.Unit unit;
        private volatile boolean ended;

        Burst(int tasks, AsyncWork.Unit unit) {
            left = new AtomicInteger(tasks);
            this.unit = unit;
        }

        /** Does the work of a task, which is counting. */
        @Override
        public void run() {
            if (left.decrementAndGet() == 0) {
                unit.done();
                ended = true;
                LockSupport.unpark(waiter);
            }
        }

        void await() {
            while (!ended) {
                LockSupport.park(this);
            }
        }
    }
}
