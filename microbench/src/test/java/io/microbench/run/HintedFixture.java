// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/** Benchmarks that tell the compiler what to inline, in each of the ways there are. */
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
