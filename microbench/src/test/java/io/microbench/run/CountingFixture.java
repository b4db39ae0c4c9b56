// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.ForkEcho;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Prints how often it was set up and torn down. */
@State(Scope.Benchmark)
public class CountingFixture {

    private static final AtomicInteger SETUPS = new AtomicInteger();
    private static final AtomicInteger TEARDOWNS = new AtomicInteger();
    private static final AtomicInteger ITERATIONS = new AtomicInteger();

    private int value;

    @Setup(Level.Trial)
    public void setUp() {
        ForkEcho.say("setups", SETUPS.incrementAndGet());
    }

    @Setup(Level.Iteration)
    public void beginIteration() {
        ForkEcho.say("iterations", ITERATIONS.incrementAndGet());
    }

    @TearDown(Level.Trial)
    public void tearDown() {
        ForkEcho.say("teardowns", TEARDOWNS.incrementAndGet());
    }

    @Benchmark
    public int count() {
        return value++;
    }
}
