// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A benchmark that the tests start in real forks. */
@State(Scope.Thread)
public class CountingFixture {

    private int count;

    @Benchmark
    public int count() {
        return count++;
    }

    @Benchmark
    public int fail() {
        throw new IllegalStateException("boom");
    }
}
