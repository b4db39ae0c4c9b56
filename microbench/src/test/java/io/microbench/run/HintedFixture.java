// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/** Benchmarks with every kind of compiler hint on inlining. */
public class HintedFixture extends HintedBase {

    @Benchmark
    public int measured() {
        return callee();
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public int callee() {
        return 1;
    }
}
