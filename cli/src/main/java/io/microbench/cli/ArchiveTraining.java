// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import org.openjdk.jmh.annotations.Benchmark;

/** A suite with one case. The launcher runs it to find the classes for its archive. */
public class ArchiveTraining {

    @Benchmark
    public int nothing() {
        return 0;
    }
}
