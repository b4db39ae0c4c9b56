// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Leaves the values of its parameter to the command line. */
@State(Scope.Thread)
public class UnvaluedFixture {

    @Param({})
    public String colour;

    @Benchmark
    public String paint() {
        return colour;
    }
}
