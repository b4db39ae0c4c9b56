// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures how many timeouts per millisecond are cancelled and replaced by new ones, in a wheel timer and in the JDK's
 * scheduler, with a number of others pending: the life of a read time-out, which almost never expires.
 *
 * <p>Answers: Which is faster for timeouts that are cancelled, a wheel timer or the JDK's scheduler?
 *
 * <p>Does not measure: expiry, its precision, timeouts that share a bucket with many others. The wheel's own thread
 * works alongside and takes part of a core.
 *
 * <p>Cost: 4 cases x 2 forks x 4 s = 0.5 min.
 *
 * <p>Covers: {@link HashedWheelTimer}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=HashedWheelTimerBenchmark test}
 */
// An operation takes hundreds of nanoseconds and the timer has a tick every millisecond, so half a second shows the
// steady state.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class HashedWheelTimerBenchmark extends NettyMicrobenchmark {

    /**
     * The maximum number of cancelled timeouts that wait for the wheel's thread, about 30 MB. It clears them once per
     * tick; if it gets no core for long, the benchmark waits for it instead of filling the heap.
     */
    private static final int MAX_BACKLOG = 1 << 18;

    private static final TimerTask NOTHING = timeout -> {};
    private static final int MIN_DELAY_SECONDS = 60;
    private static final int MAX_DELAY_SECONDS = 1000;

    /** The number of pending timeouts of each thread. */
    @Param({"16", "16384"})
    public int pending;

    private VisitOrder order;
    private int[] delaySeconds;
    private Timeout[] timeouts;
    private Future<?>[] futures;
    private long mostPending;
    private int turn;

    /**
     * A timer with ticks of 1 ms instead of 100 ms. A tick accepts at most 100,000 new timeouts; with longer ticks a
     * busy core creates more than that, and the queue would grow without limit.
     */
    @State(Scope.Benchmark)
    public static class Wheel {

        final HashedWheelTimer timer =
                new HashedWheelTimer(new DefaultThreadFactory("wheel", true), 1, TimeUnit.MILLISECONDS, 512, false);

        @Setup
        public void start() {
            timer.start();
        }

        @TearDown
        public void stop() {
            timer.stop();
        }
    }

    /** The JDK's scheduler, configured to remove cancelled tasks, as the wheel does. */
    @State(Scope.Benchmark)
    public static class Scheduler {

        final ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("scheduler", true));

        @Setup
        public void start() {
            executor.setRemoveOnCancelPolicy(true);
        }

        @TearDown
        public void stop() {
            executor.shutdownNow();
        }
    }

    @Setup
    public void fill(Wheel wheel, Scheduler scheduler, ThreadParams thread) {
        order = VisitOrder.shuffled(pending, seed() + thread.getThreadIndex());
        delaySeconds = new SplittableRandom(seed() + thread.getThreadIndex())
                .ints(pending, MIN_DELAY_SECONDS, MAX_DELAY_SECONDS)
                .toArray();
        mostPending = (long) pending * thread.getThreadCount() + MAX_BACKLOG;
        timeouts = new Timeout[pending];
        futures = new Future<?>[pending];
        for (int slot = 0; slot < pending; slot++) {
            timeouts[slot] = wheel.timer.newTimeout(NOTHING, delaySeconds[slot], TimeUnit.SECONDS);
            futures[slot] = scheduler.executor.schedule(() -> {}, delaySeconds[slot], TimeUnit.SECONDS);
        }
    }

    @Benchmark
    public boolean hashedWheelTimerCancelAndSchedule(Wheel wheel) {
        while (wheel.timer.pendingTimeouts() > mostPending) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
        }
        int slot = order.at(turn++);
        boolean cancelled = timeouts[slot].cancel();
        timeouts[slot] = wheel.timer.newTimeout(NOTHING, delaySeconds[slot], TimeUnit.SECONDS);
        return cancelled;
    }

    @Benchmark
    public boolean scheduledExecutorCancelAndSchedule(Scheduler scheduler) {
        int slot = order.at(turn++);
        boolean cancelled = futures[slot].cancel(false);
        futures[slot] = scheduler.executor.schedule(() -> {}, delaySeconds[slot], TimeUnit.SECONDS);
        return cancelled;
    }
}
