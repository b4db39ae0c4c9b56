// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Benchmarks that a test has to end from outside. */
@State(Scope.Thread)
public class EndlessFixture {

    private int sum;

    /** Runs for the whole iteration. */
    @Benchmark
    public int working() {
        return sum++;
    }

    /** Blocks, and gives up when it is interrupted. */
    @Benchmark
    public int sleeping() throws InterruptedException {
        Thread.sleep(600_000);
        return sum;
    }

    /**
     * Runs for minutes in loops that, with {@code -XX:-UseCountedLoopSafepoints}, contain no safepoint poll: the JVM
     * can neither stop the thread nor exit.
     */
    @Benchmark
    public int unstoppable() {
        int found = sum;
        for (int i = 0; i < Integer.MAX_VALUE; i++) {
            for (int j = 0; j < Integer.MAX_VALUE; j++) {
                found = found * 31 + (i ^ j);
            }
        }
        return found;
    }
}
