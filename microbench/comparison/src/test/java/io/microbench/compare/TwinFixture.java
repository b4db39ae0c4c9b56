// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/** Has two cases, one for each of two nodes. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TwinFixture {

    private static final int WORK = 1000;

    @Benchmark
    public void one() {
        Blackhole.consumeCPU(WORK);
    }

    @Benchmark
    public void two() {
        Blackhole.consumeCPU(WORK);
    }
}
