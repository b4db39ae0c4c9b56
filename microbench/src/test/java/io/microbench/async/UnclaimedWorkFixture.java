// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A mock that records units for a benchmark without {@link AsyncWork}. */
@State(Scope.Benchmark)
public class UnclaimedWorkFixture {

    /** Reports three units for each call. */
    @Benchmark
    public void mocked() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(1);
        AsyncWork.completed(3);
    }
}
