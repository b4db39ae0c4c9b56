// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.async.AsyncWork;
import io.microbench.common.EventLoopExecutor;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.ThreadParams;

/** Tests the numbers and threads of tasks, and the numbers of pending timeouts. */
@Timeout(300)
class ExecutorMethodsTest {

    private static final int BURSTS = 100;

    private final EventLoopExecutor eventLoop = new EventLoopExecutor(1, "test");

    @AfterEach
    void stop() {
        eventLoop.shutdown();
    }

    @ParameterizedTest
    @CsvSource({
        "eventLoop, 1", "eventLoop, 16", "eventLoop, 256",
        "fixed, 1", "fixed, 16", "fixed, 256",
        "forkJoin, 1", "forkJoin, 16", "forkJoin, 256",
    })
    void endsBurstAfterAllTasks(String kind, int tasks) throws Exception {
        BurstBenchmark benchmark = new BurstBenchmark();
        benchmark.kind = kind;

        Map<Thread, Integer> ran = tasksByThread(benchmark, tasks);

        assertThat(ran).hasSize(1).doesNotContainKey(Thread.currentThread()).containsValue(BURSTS * tasks);
    }

    @Test
    void createsExecutorsOfEachKind() {
        assertThat(executor("eventLoop")).isInstanceOf(EventExecutor.class);
        assertThat(executor("fixed"))
                .isInstanceOfSatisfying(ThreadPoolExecutor.class, fixed -> assertThat(fixed.getMaximumPoolSize())
                        .isOne());
        assertThat(executor("forkJoin"))
                .isInstanceOfSatisfying(ForkJoinPool.class, pool -> assertThat(pool.getParallelism())
                        .isOne());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 256})
    @EnabledForJreRange(min = JRE.JAVA_21)
    void runsEachTaskOnNewVirtualThread(int tasks) throws Exception {
        VirtualBurstBenchmark benchmark = new VirtualBurstBenchmark();

        Map<Thread, Integer> ran = tasksByThread(benchmark, tasks);

        assertThat(ran).hasSize(BURSTS * tasks);
        for (Thread thread : ran.keySet()) {
            assertThat(Thread.class.getMethod("isVirtual").invoke(thread)).isEqualTo(true);
        }
        assertThat(benchmark.forkJvmArgs()).contains("-Djdk.virtualThreadScheduler.parallelism=1");
    }

    /** Counts the tasks that have run by the end of their burst; one that ran later would be missing. */
    private static Map<Thread, Integer> tasksByThread(BurstMicrobenchmark benchmark, int tasks) throws Exception {
        benchmark.tasks = tasks;
        benchmark.start();
        Map<Thread, Integer> ran = new ConcurrentHashMap<>();
        ExecutorService real = benchmark.executor;
        benchmark.executor = new ForwardingExecutor(real, task -> () -> {
            ran.merge(Thread.currentThread(), 1, Integer::sum);
            task.run();
        });
        AsyncWork work = new AsyncWork();
        work.openIteration();
        try {
            for (int burst = 1; burst <= BURSTS; burst++) {
                benchmark.burst(work);
                assertThat(ran.values().stream().mapToInt(Integer::intValue).sum())
                        .isEqualTo(burst * tasks);
            }
            return ran;
        } finally {
            benchmark.stop();
            assertThat(real.isShutdown() || ((EventExecutor) real).isShuttingDown())
                    .isTrue();
        }
    }

    private static ExecutorService executor(String kind) {
        BurstBenchmark benchmark = new BurstBenchmark();
        benchmark.kind = kind;
        ExecutorService executor = benchmark.create();
        executor.shutdown();
        return executor;
    }

    @ParameterizedTest
    @CsvSource({
        "EVENT_LOOP_INSIDE, 0", "EVENT_LOOP_INSIDE, 5000",
        "EVENT_LOOP_OUTSIDE, 0", "EVENT_LOOP_OUTSIDE, 5000",
        "WHEEL, 0", "WHEEL, 5000",
        "JDK, 0", "JDK, 5000",
    })
    void keepsGivenNumberOfPendingTimeouts(TimerKind timer, int pending) throws Exception {
        eventLoop
                .submit(() -> {
                    ScheduleBenchmark benchmark = filled(timer, pending);
                    awaitPending(benchmark, pending);
                    for (int turn = 0; turn < 20; turn++) {
                        benchmark.schedule();
                        benchmark.timeouts.settle();
                        awaitPending(benchmark, pending + Timeouts.BATCH);
                        benchmark.clear();
                        awaitPending(benchmark, pending);
                        assertThat(benchmark.scheduleAndCancel()).isEqualTo(Timeouts.BATCH);
                        benchmark.clear();
                        awaitPending(benchmark, pending);
                    }
                    benchmark.stop();
                    return null;
                })
                .get();
    }

    @Test
    void waitsWhileWheelClearsTimeouts() throws Exception {
        TimerKind.Wheel wheel = (TimerKind.Wheel) TimerKind.WHEEL.create();
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        wheel.timer.newTimeout(
                timeout -> {
                    busy.countDown();
                    free.await();
                },
                1,
                TimeUnit.MILLISECONDS);
        busy.await();
        for (int i = 0; i <= TimerKind.Wheel.MOST; i++) {
            wheel.cancel(wheel.schedule(3600));
        }
        Thread settling = new Thread(wheel::clear, "settling");
        settling.start();
        while (settling.getState() != Thread.State.TIMED_WAITING) {
            assertThat(settling.isAlive()).as("waits").isTrue();
            Thread.onSpinWait();
        }
        free.countDown();
        settling.join();

        assertThat(wheel.timer.pendingTimeouts()).isLessThanOrEqualTo(TimerKind.Wheel.MOST);
        wheel.stop();
    }

    @Test
    void usesCallingOrOtherEventLoop() throws Exception {
        assertThatThrownBy(TimerKind.EVENT_LOOP_INSIDE::create)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Thread " + Thread.currentThread().getName() + ": expected the thread of an event loop");

        eventLoop
                .submit(() -> {
                    assertThat(loop(TimerKind.EVENT_LOOP_INSIDE.create()).inEventLoop())
                            .isTrue();
                    Timeouts<?> outside = TimerKind.EVENT_LOOP_OUTSIDE.create();
                    assertThat(loop(outside).inEventLoop()).isFalse();
                    outside.stop();
                    assertThat(loop(outside).isShuttingDown()).isTrue();
                })
                .get();
    }

    private static ScheduleBenchmark filled(TimerKind timer, int pending) {
        ScheduleBenchmark benchmark = new ScheduleBenchmark();
        benchmark.timer = timer;
        benchmark.pending = pending;
        benchmark.fill(new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        return benchmark;
    }

    /** The wheel clears cancelled timeouts at its next tick; the other timers have cleared them once settled. */
    private static void awaitPending(ScheduleBenchmark benchmark, int expected) throws Exception {
        if (benchmark.timeouts instanceof TimerKind.Wheel wheel) {
            while (wheel.timer.pendingTimeouts() != expected) {
                Thread.sleep(1);
            }
        } else {
            assertThat(queue(benchmark.timeouts)).hasSize(expected);
        }
    }

    private static Collection<?> queue(Timeouts<?> timeouts) throws ReflectiveOperationException {
        if (((TimerKind.Scheduled) timeouts).executor instanceof ScheduledThreadPoolExecutor jdk) {
            return jdk.getQueue();
        }
        Field queue = AbstractScheduledEventExecutor.class.getDeclaredField("scheduledTaskQueue");
        queue.setAccessible(true);
        Collection<?> found = (Collection<?>) queue.get(loop(timeouts));
        return found == null ? List.of() : found;
    }

    private static EventExecutor loop(Timeouts<?> timeouts) {
        return (EventExecutor) ((TimerKind.Scheduled) timeouts).executor;
    }
}
