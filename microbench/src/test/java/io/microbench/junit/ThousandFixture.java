// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Has a thousand cases. */
@State(Scope.Thread)
public class ThousandFixture {

    @Param({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"})
    public int hundreds;

    @Param({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"})
    public int tens;

    @Param({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"})
    public int ones;

    @Benchmark
    public int count() {
        return hundreds * 100 + tens * 10 + ones;
    }
}
