// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.AlwaysMeasure;
import org.openjdk.jmh.annotations.Benchmark;

/** One benchmark that depends only on its code, and one that depends on more. */
public class OutsideFixture {

    @Benchmark
    public int plain() {
        return 1;
    }

    @Benchmark
    @AlwaysMeasure
    public int environment() {
        return System.getenv().size();
    }
}
