// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** Work of two lengths, with set-up and tear-down methods of every level; those of an iteration take longer than the iteration. */
@State(Scope.Benchmark)
public class HookedWorkFixture {

    static final int SLOW_MILLIS = 500;

    /** A tenth of the time in BencheeAsync's example. */
    @Param({"10", "100"})
    public int millis;

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private boolean warmup;
    private int actual;

    @Setup
    public void limit(AsyncWork work) {
        work.limit(1);
    }

    @Setup(Level.Iteration)
    public void refill(IterationParams params) throws InterruptedException {
        warmup = params.getType() == IterationType.WARMUP;
        TimeUnit.MILLISECONDS.sleep(SLOW_MILLIS);
    }

    /** Like a hook that changes the input of a BencheeAsync benchmark, which then loses all its samples. */
    @Setup(Level.Invocation)
    public void changeInput() {
        actual = millis;
    }

    @TearDown(Level.Invocation)
    public void clearInput() {
        actual = 0;
    }

    @TearDown(Level.Iteration)
    public void wipe() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(SLOW_MILLIS);
    }

    @TearDown
    public void stop() {
        executor.shutdownNow();
    }

    /** Units of the warm-up fail, so that the results would reveal any that were counted. */
    @Benchmark
    public CompletableFuture<Integer> work(AsyncWork work) {
        int length = actual;
        boolean failing = warmup;
        return work.start(() -> CompletableFuture.supplyAsync(
                () -> {
                    sleep(length);
                    if (failing) {
                        throw new IllegalStateException("warm-up");
                    }
                    return length;
                },
                executor));
    }

    private static void sleep(int length) {
        try {
            TimeUnit.MILLISECONDS.sleep(length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
