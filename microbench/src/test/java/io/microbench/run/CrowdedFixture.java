// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Work that gets much slower with more than one thread. */
@State(Scope.Benchmark)
public class CrowdedFixture {

    @Benchmark
    public void work(BenchmarkParams params) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(params.getThreads() == 1 ? 1 : 100);
    }

    @Benchmark
    public void failing(BenchmarkParams params) {
        if (params.getThreads() > 1) {
            throw new IllegalStateException("one at a time");
        }
    }
}
