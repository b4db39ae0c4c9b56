// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The benchmark that the repository of {@link NightlyGateProcessTest} builds at each commit, with different amounts of
 * work.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NightFixture {

    @Benchmark
    public void encode() {
        Blackhole.consumeCPU(1000);
    }

    @Benchmark
    public void decode() {
        Blackhole.consumeCPU(1000);
    }
}
