// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A suite with two cases. The launcher runs one of them to find the classes for its archive. */
@State(Scope.Benchmark)
public class ArchiveTraining {

    @Param({"1", "2"})
    public int size;

    @Benchmark
    public int nothing() {
        return size;
    }
}
