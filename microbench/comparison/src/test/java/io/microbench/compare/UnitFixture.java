// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.async.AsyncWork;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** A unit in a body that takes 30 ms; tests compile it again with a unit of another length. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class UnitFixture {

    private static final int MILLIS = 5;

    @Benchmark
    public void pipeline(AsyncWork work) throws InterruptedException {
        work.start(() ->
                CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(MILLIS, TimeUnit.MILLISECONDS)));
        TimeUnit.MILLISECONDS.sleep(30);
    }
}
