// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import org.openjdk.jmh.annotations.Benchmark;

/** A suite of one case, which the launcher runs to find out which classes it puts into its archive. */
public class ArchiveTraining {

    @Benchmark
    public int nothing() {
        return 0;
    }
}
