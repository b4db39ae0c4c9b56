// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/** Does a known amount of work; tests compile it again with another amount as their other build. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SpinFixture {

    private static final int WORK = 2000;

    @Benchmark
    public void spin() {
        Blackhole.consumeCPU(WORK);
    }

    @Benchmark
    public void fail() {
        throw new IllegalStateException("boom");
    }
}
