// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import org.openjdk.jmh.annotations.Benchmark;

/** Benchmarks in nested classes, each of them a separate benchmark class. */
public final class NestedFixtures {

    private NestedFixtures() {}

    /** The first. */
    public static class OneCase {
        @Benchmark
        public int one() {
            return 1;
        }
    }

    /** The second. */
    public static class TwoCase {
        @Benchmark
        public int two() {
            return 2;
        }
    }
}
