// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Benchmarks that are planned in several variants, but never run. */
public final class VariantFixtures {

    private VariantFixtures() {}

    /** A benchmark with a parameter and its own JVM arguments. */
    @State(Scope.Thread)
    @Fork(jvm = "other-java", jvmArgs = "-Xmx1g")
    public static class Sized {

        @Param({"8", "1"})
        public int size;

        @Benchmark
        public int get() {
            return size;
        }
    }

    /** A benchmark with a parameter named {@code variant}, which is reserved. */
    @State(Scope.Thread)
    public static class Varied {

        @Param({"a", "b"})
        public String variant;

        @Benchmark
        public String get() {
            return variant;
        }
    }
}
