// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.async.AsyncWork;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests on which threads the tasks run. */
@Timeout(300)
class HandOffTest {

    /** More than the maximum in flight. */
    private static final int UNITS = 5000;

    @ParameterizedTest
    @CsvSource({"fixed, 2", "forkJoin, 2", "eventLoop, 1"})
    void runsTasksOnThreadsOfExecutor(String executor, int most) throws Exception {
        HandOffBenchmark benchmark = new HandOffBenchmark();
        benchmark.executor = executor;
        AsyncWork work = new AsyncWork();
        benchmark.start(work);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();

        work.openIteration();
        for (int i = 0; i < UNITS; i++) {
            benchmark.handOff(work);
            benchmark.tasks.execute(() -> threads.add(Thread.currentThread()));
        }
        benchmark.stop();

        awaitEnd(benchmark.tasks);
        assertThat(threads).hasSizeBetween(1, most).doesNotContain(Thread.currentThread());
        assertThat(threads)
                .allMatch(thread -> thread instanceof ForkJoinWorkerThread == executor.equals("forkJoin"))
                .allMatch(thread -> thread instanceof FastThreadLocalThread == executor.equals("eventLoop"));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void runsEachTaskOnNewVirtualThread() throws Exception {
        VirtualHandOffBenchmark benchmark = new VirtualHandOffBenchmark();
        AsyncWork work = new AsyncWork();
        benchmark.start(work);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();

        work.openIteration();
        for (int i = 0; i < UNITS; i++) {
            benchmark.handOff(work);
            benchmark.tasks.execute(() -> threads.add(Thread.currentThread()));
        }
        benchmark.stop();

        awaitEnd(benchmark.tasks);
        assertThat(threads).hasSize(UNITS);
        for (Thread thread : threads) {
            assertThat(Thread.class.getMethod("isVirtual").invoke(thread)).isEqualTo(true);
        }
    }

    /** Ends when nothing is in flight: a unit that did not run would block the next ones. */
    private static void awaitEnd(ExecutorService tasks) throws InterruptedException {
        assertThat(tasks.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
}
