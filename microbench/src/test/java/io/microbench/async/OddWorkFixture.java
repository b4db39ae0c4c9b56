// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Work that ends too late, more than once, or never. */
@State(Scope.Benchmark)
public class OddWorkFixture {

    private boolean started;

    @Setup
    public void waitForNothing(AsyncWork work) {
        work.drain(Duration.ZERO);
    }

    @Benchmark
    public void twice(AsyncWork work) throws InterruptedException {
        AsyncWork.Unit unit = work.begin();
        unit.done();
        unit.done();
        TimeUnit.MILLISECONDS.sleep(1);
    }

    /** The thread that would have completed the unit dies before it does. */
    @Benchmark
    public void never(AsyncWork work) throws InterruptedException {
        AsyncWork.Unit unit = work.begin();
        Thread dying = new Thread(() -> {
            if (!Thread.currentThread().isInterrupted()) {
                return;
            }
            unit.done();
        });
        dying.start();
        dying.join();
    }

    /** A thread ends a unit repeatedly, even after the benchmark has finished, while its JVM is exiting. */
    @Benchmark
    public void afterTheEnd(AsyncWork work) throws InterruptedException {
        if (!started) {
            started = true;
            AsyncWork.Unit unit = work.begin();
            Thread endless = new Thread(() -> {
                while (true) {
                    unit.done();
                    AsyncWork.completed();
                    LockSupport.parkNanos(1000);
                }
            });
            endless.setDaemon(true);
            endless.start();
        }
        TimeUnit.MILLISECONDS.sleep(10);
    }
}
