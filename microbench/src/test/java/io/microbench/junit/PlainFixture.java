// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.plan.Initialised;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Uses neither JUnit nor the harness. */
@State(Scope.Group)
public class PlainFixture {

    static {
        Initialised.note("PlainFixture");
    }

    @Benchmark
    @Group("pair")
    public int left() {
        return 1;
    }

    @Benchmark
    @Group("pair")
    public int right() {
        return 2;
    }
}
