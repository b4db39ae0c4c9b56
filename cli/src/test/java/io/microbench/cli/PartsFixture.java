// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Three cases that may be measured anywhere. */
@State(Scope.Benchmark)
public class PartsFixture {

    @Param({"1", "2", "3"})
    int part;

    @Benchmark
    public int part() {
        return part;
    }
}
