// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.ExpectMaxRatio;
import io.microbench.SameResult;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Two benchmarks linked by a ratio, three by equal results and a ratio, and one independent one. */
@State(Scope.Benchmark)
public class TiedFixture {

    @Param({"1", "2"})
    int size;

    @Benchmark
    @ExpectMaxRatio(to = "direct", value = 1000)
    public int heap() {
        return size;
    }

    @Benchmark
    public int direct() {
        return size + 1;
    }

    @Benchmark
    @SameResult("double")
    public int sum() {
        return size + size;
    }

    @Benchmark
    @SameResult("double")
    @ExpectMaxRatio(to = "lookup", value = 1000)
    public int product() {
        return 2 * size;
    }

    @Benchmark
    public int lookup() {
        return -size;
    }

    @Benchmark
    public int alone() {
        return size;
    }
}
