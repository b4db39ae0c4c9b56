// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.SameResult;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Alternatives with equal results, some with different ones, and one that cannot be called. */
@State(Scope.Benchmark)
@SameResult
public class SameResultFixture {

    @Param("10")
    int size;

    private int[] values = {};

    /** Input of another class. */
    @State(Scope.Thread)
    public static class Offset {

        long offset;

        /** Depends on the fixture, as states may. */
        @Setup
        public void prepare(SameResultFixture fixture) {
            offset = fixture.size;
        }
    }

    @Setup
    public void fill() {
        if (ProcessHandle.current().pid() == Long.getLong("host.pid", -1)) {
            throw new IllegalStateException("set up in the host");
        }
        values = new int[size];
        for (int i = 0; i < size; i++) {
            values[i] = i + 1;
        }
    }

    @Benchmark
    public int loop() {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    @Benchmark
    public long formula(Offset given, Blackhole hole) {
        return given.offset * (given.offset + 1) / 2;
    }

    @Benchmark
    public void nothing() {
        // There is nothing to compare.
    }

    @Benchmark
    @SameResult("halves")
    public int[] half() {
        return new int[] {size / 2, 1};
    }

    @Benchmark
    @SameResult("halves")
    public int[] offByOne() {
        return new int[] {size / 2 + 1, 1};
    }
}
