// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.nodes;

import org.openjdk.jmh.annotations.Benchmark;

/** The least there is to measure. */
public class NodeFixture {

    @Benchmark
    public int work() {
        return 1;
    }
}
