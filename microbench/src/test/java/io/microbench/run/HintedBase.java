// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Has a compiler hint for all its methods. */
@State(Scope.Thread)
@CompilerControl(CompilerControl.Mode.DONT_INLINE)
public abstract class HintedBase {

    @Benchmark
    public int inherited() {
        return 2;
    }
}
