// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A benchmark to watch; the tests start it in real forks. */
@State(Scope.Thread)
public class WatchedFixture {

    private int count;

    @Benchmark
    public int count() {
        return count++;
    }

    @Benchmark
    public int twice() {
        return count += 2;
    }
}
