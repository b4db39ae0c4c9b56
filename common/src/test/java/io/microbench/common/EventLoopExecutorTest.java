// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.internal.ThreadExecutorMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class EventLoopExecutorTest {

    private static final int THREADS = 3;

    private final EventLoopExecutor executor = new EventLoopExecutor(THREADS, "test");

    @AfterEach
    void stop() {
        executor.shutdown();
    }

    @Test
    void hasConstructorForJmh() throws ReflectiveOperationException {
        Object made = Class.forName("io.microbench.common.EventLoopExecutor")
                .getConstructor(int.class, String.class)
                .newInstance(1, "made");

        assertThat(made).isInstanceOf(ExecutorService.class);
        ((ExecutorService) made).shutdown();
    }

    @Test
    void createsEventLoopThreads() throws Exception {
        executor.submit(() -> {
                    Thread thread = Thread.currentThread();
                    assertThat(thread).isInstanceOf(FastThreadLocalThread.class);
                    assertThat(thread.getName()).startsWith("test");
                    assertThat(thread.isDaemon()).isTrue();
                    assertThat(FastThreadLocalThread.currentThreadWillCleanupFastThreadLocals())
                            .isTrue();
                    EventExecutor loop = ThreadExecutorMap.currentExecutor();
                    assertThat(loop).isNotNull();
                    assertThat(loop.inEventLoop()).isTrue();
                })
                .get();
    }

    @Test
    void runsOneTaskPerThreadConcurrently() throws Exception {
        List<Thread> first = threadsOfOneIteration();

        assertThat(first).doesNotHaveDuplicates().hasSize(THREADS);
        for (int iteration = 0; iteration < 10; iteration++) {
            assertThat(threadsOfOneIteration()).containsExactlyElementsOf(first);
        }
    }

    /** Every task waits until all are running: if one had to wait for another, none would end. */
    private List<Thread> threadsOfOneIteration() throws Exception {
        CyclicBarrier allRunning = new CyclicBarrier(THREADS);
        Callable<Thread> task = () -> {
            allRunning.await();
            return Thread.currentThread();
        };
        List<Future<Thread>> futures =
                IntStream.range(0, THREADS).mapToObj(i -> executor.submit(task)).toList();
        List<Thread> threads = new ArrayList<>();
        for (Future<Thread> future : futures) {
            threads.add(future.get());
        }
        return threads;
    }

    @Test
    void propagatesFailureOfTask() {
        Future<?> future = executor.submit(() -> {
            throw new IllegalStateException("boom");
        });

        assertThatThrownBy(future::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("boom");
    }

    @Test
    void terminatesOnceTasksHaveEnded() throws InterruptedException {
        CountDownLatch mayEnd = new CountDownLatch(1);
        executor.execute(() -> {
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(executor.isShutdown()).isFalse();

        executor.shutdown();

        assertThat(executor.isShutdown()).isTrue();
        assertThat(executor.awaitTermination(50, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(executor.isTerminated()).isFalse();
        mayEnd.countDown();
        assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void leavesNoThreadThatKeepsForkAlive() throws Exception {
        executor.submit(() -> {}).get();
        executor.shutdown();
        assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("globalEventExecutor"));
    }
}
