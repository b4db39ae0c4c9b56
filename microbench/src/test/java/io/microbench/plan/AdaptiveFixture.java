// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.Precision;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;

/** Declares its precision. */
@Precision(value = 0.03, minForks = 4, maxForks = 20)
public class AdaptiveFixture {

    @Benchmark
    public void asTheClass() {}

    @Benchmark
    @Precision(0.01)
    @BenchmarkMode(Mode.SingleShotTime)
    public void itself() {}
}
