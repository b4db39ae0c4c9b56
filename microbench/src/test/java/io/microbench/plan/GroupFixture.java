// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Two readers and a writer form one case; each JMH mode gives a separate case. */
@State(Scope.Group)
public class GroupFixture {

    @Param({"true", "false"})
    public boolean fair;

    private int value;

    @Benchmark
    @Group("table")
    @GroupThreads(2)
    public int read() {
        return value;
    }

    @Benchmark
    @Group("table")
    public void write() {
        value++;
    }

    @Benchmark
    @Group("alone")
    @BenchmarkMode(Mode.All)
    public int alone() {
        return value;
    }
}
