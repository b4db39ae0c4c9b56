// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Work of a known length that ends on another thread. */
@State(Scope.Benchmark)
public class PipelineFixture {

    private ExecutorService executor = Executors.newCachedThreadPool();

    @Setup
    public void limit(AsyncWork work) {
        work.limit(1);
    }

    @TearDown
    public void shutDown() {
        executor.shutdownNow();
    }

    /** The method itself takes a moment, the work 50 ms. */
    @Benchmark
    public void fiftyMilliseconds(AsyncWork work) {
        AsyncWork.Unit unit = work.begin();
        executor.execute(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(50);
                unit.done();
            } catch (InterruptedException e) {
                unit.fail();
            }
        });
    }

    /** Reported by code without a unit. */
    @Benchmark
    public void recorded() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(1);
        AsyncWork.current().record();
    }
}
