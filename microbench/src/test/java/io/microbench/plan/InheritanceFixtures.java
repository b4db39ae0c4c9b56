// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Benchmark classes that inherit from each other; JMH requires a public enclosing class. */
public final class InheritanceFixtures {

    private InheritanceFixtures() {}

    /** Contains a benchmark that others inherit. */
    @State(Scope.Thread)
    public abstract static class AbstractCase {
        @Benchmark
        public int inherited() {
            return 1;
        }
    }

    /** Declares no benchmark itself. */
    public static class InheritingCase extends AbstractCase {}

    /** Hides the inherited method. */
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
