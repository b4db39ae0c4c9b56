// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.ExpectMaxAllocation;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** Meets one bound and breaches another. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JudgedFixture {

    @Benchmark
    @ExpectMaxAllocation(8)
    public byte[] allocates() {
        return new byte[100];
    }

    @Benchmark
    @ExpectMaxAllocation(8)
    public double plain() {
        return Math.log(Math.PI);
    }
}
