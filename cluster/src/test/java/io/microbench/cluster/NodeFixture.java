// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import org.openjdk.jmh.annotations.Benchmark;

/** A minimal benchmark. */
public class NodeFixture {

    @Benchmark
    public int work() {
        return 1;
    }
}
