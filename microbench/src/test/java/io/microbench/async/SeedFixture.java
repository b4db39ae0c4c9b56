// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The example of BencheeAsync, ten times as fast: the unit with the longer body is shorter. */
@State(Scope.Benchmark)
public class SeedFixture {

    private final ExecutorService executor = Executors.newCachedThreadPool();

    @TearDown
    public void stop() {
        executor.shutdownNow();
    }

    @Benchmark
    public void shortUnit(AsyncWork work) throws InterruptedException {
        start(10, work);
        TimeUnit.MILLISECONDS.sleep(250);
    }

    @Benchmark
    public void longUnit(AsyncWork work) throws InterruptedException {
        start(100, work);
        TimeUnit.MILLISECONDS.sleep(150);
    }

    private void start(int millis, AsyncWork work) {
        executor.execute(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
                work.record();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
