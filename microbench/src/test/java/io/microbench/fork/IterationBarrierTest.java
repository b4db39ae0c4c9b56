// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class IterationBarrierTest {

    private static final int ITERATIONS = 200;

    @TempDir
    Path folder;

    private IterationBarrier open(int place) throws IOException {
        return IterationBarrier.open(folder.resolve("barrier"), place);
    }

    @Test
    void delaysIterationUntilOtherForkIsReady() throws Exception {
        List<AtomicInteger> ready = List.of(new AtomicInteger(), new AtomicInteger());
        ExecutorService forks = Executors.newFixedThreadPool(3);
        IterationBarrier host = open(0);
        try {
            var releasing = forks.submit(() -> {
                for (int i = 1; i <= ITERATIONS; i++) {
                    while (!host.areReady(i)) {
                        Thread.onSpinWait();
                    }
                    host.release(i);
                }
            });
            List<Future<Integer>> ended = forks.invokeAll(List.of(fork(ready, 0), fork(ready, 1)));
            assertThat(ended.get(0).get() + ended.get(1).get()).isZero();
            releasing.get();
        } finally {
            forks.shutdownNow();
        }
    }

    /** Returns the number of iterations in which the other fork was not ready. */
    private Callable<Integer> fork(List<AtomicInteger> ready, int place) throws IOException {
        IterationBarrier barrier = open(place);
        return () -> {
            int early = 0;
            for (int i = 1; i <= ITERATIONS; i++) {
                ready.get(place).set(i);
                barrier.await();
                early += ready.get(1 - place).get() < i ? 1 : 0;
            }
            return early;
        };
    }

    @Test
    void ignoresForkThatHasEnded() throws IOException {
        open(1).leave();
        IterationBarrier alone = open(0);

        alone.await();
        alone.await();
        assertThat(alone.areReady(2)).isFalse();
    }

    @Test
    void doesNotWaitWithoutBarrier() {
        assertThat(IterationBarrier.ofThisFork()).isEmpty();
    }
}
