// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Benchmark classes that inherit from each other; JMH wants the class around them public. */
public final class InheritanceFixtures {

    private InheritanceFixtures() {}

    /** Holds a benchmark for others to inherit. */
    @State(Scope.Thread)
    public abstract static class AbstractCase {
        @Benchmark
        public int inherited() {
            return 1;
        }
    }

    /** Declares none itself. */
    public static class InheritingCase extends AbstractCase {}

    /** Hides the inherited one. */
    public static class OverridingCase extends AbstractCase {
        @Override
        public int inherited() {
            return 2;
        }

        @Benchmark
        public int added() {
            return 3;
        }
    }
}
