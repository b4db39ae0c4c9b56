// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Benchmarks with unusual set-up, tear-down or measurement. */
@State(Scope.Benchmark)
public class OddFixture {

    private volatile int count;

    @Benchmark
    @Group("readAndWrite")
    @GroupThreads(2)
    public int read() {
        return count;
    }

    @Benchmark
    @Group("readAndWrite")
    @GroupThreads(1)
    @SuppressWarnings("NonAtomicVolatileUpdate") // There is one writer.
    public int write() {
        return count++;
    }

    @Benchmark
    public int failingSetup(FailingSetup state) {
        return count;
    }

    @Benchmark
    public int failingTearDown(FailingTearDown state) {
        return count;
    }

    @Benchmark
    public int leavingAThread(LeftThread state) {
        return count;
    }

    /** Its set-up throws. */
    @State(Scope.Benchmark)
    public static class FailingSetup {
        @Setup
        public void setUp() throws IOException {
            throw new FileNotFoundException("no data.bin");
        }
    }

    /** Its tear-down throws. */
    @State(Scope.Benchmark)
    public static class FailingTearDown {
        @TearDown
        public void tearDown() {
            throw new IllegalStateException("cannot clean up");
        }
    }

    /** Starts a non-daemon thread that never ends and keeps its JVM alive. */
    @State(Scope.Benchmark)
    public static class LeftThread {
        @Setup
        public void setUp() {
            Thread left = new Thread(
                    () -> {
                        try {
                            TimeUnit.HOURS.sleep(1);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    "left-behind");
            // Threads inherit it, and JMH's workers are daemons.
            left.setDaemon(false);
            left.start();
        }
    }
}
