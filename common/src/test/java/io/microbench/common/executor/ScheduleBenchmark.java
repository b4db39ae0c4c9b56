// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.executor;

import io.microbench.common.NettyMicrobenchmark;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.EventExecutor;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures how many timeouts per millisecond a thread schedules, or schedules and immediately cancels, with none and
 * with 100,000 others pending: on its own event loop, on another one, in a wheel timer, and in the JDK's scheduler.
 *
 * <p>Answers: Which schedules and cancels timeouts fastest, with none and with many pending: event loop, wheel timer or
 * the JDK's scheduler?
 *
 * <p>Does not measure: timeouts cancelled in a different order than scheduled, among many ({@code
 * HashedWheelTimerBenchmark} replaces random ones), expiry, threads that share a timer, event loops with a selector.
 * Only the calling thread is timed; the work of a wheel or another event loop on its own thread shows only if it
 * disturbs the calling thread.
 *
 * <p>Cost: 16 cases x 2 forks x 4 s = 2.1 min.
 *
 * <p>Covers: {@link EventExecutor}, {@link HashedWheelTimer}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=ScheduleBenchmark test}
 */
// A timeout takes hundreds of nanoseconds and a batch hundreds of microseconds, so half a second shows the steady
// state.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ScheduleBenchmark extends NettyMicrobenchmark {

    /** Longer than any fork lasts: nothing expires. */
    private static final int MIN_DELAY_SECONDS = 3600;

    private static final int MAX_DELAY_SECONDS = 7200;
    private static final int DELAYS = 16 * Timeouts.BATCH;

    @Param
    public TimerKind timer;

    /** Timeouts that are always pending, in addition to the batch. */
    @Param({"0", "100000"})
    public int pending;

    Timeouts<?> timeouts;
    private int[] delaySeconds;
    private int turn;

    @Setup
    public void fill(ThreadParams thread) {
        SplittableRandom random = new SplittableRandom(seed() + thread.getThreadIndex());
        delaySeconds = random.ints(DELAYS, MIN_DELAY_SECONDS, MAX_DELAY_SECONDS).toArray();
        timeouts = timer.create();
        for (int i = 0; i < pending; i++) {
            var unused = timeouts.schedule(random.nextInt(MIN_DELAY_SECONDS, MAX_DELAY_SECONDS));
        }
        timeouts.settle();
    }

    /** Clears each batch untimed: a batch takes hundreds of microseconds, long enough for a tear-down per call. */
    @TearDown(Level.Invocation)
    public void clear() {
        timeouts.clear();
    }

    @TearDown
    public void stop() {
        timeouts.stop();
    }

    @Benchmark
    @OperationsPerInvocation(Timeouts.BATCH)
    public void schedule() {
        timeouts.scheduleBatch(delaySeconds, turn);
        turn += Timeouts.BATCH;
    }

    @Benchmark
    @OperationsPerInvocation(Timeouts.BATCH)
    public int scheduleAndCancel() {
        int cancelled = timeouts.scheduleAndCancelBatch(delaySeconds, turn);
        turn += Timeouts.BATCH;
        return cancelled;
    }
}
