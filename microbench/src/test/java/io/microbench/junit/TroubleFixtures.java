/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.AbstractMicrobenchmark;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Classes that make trouble on the host. */
public final class TroubleFixtures {

    private TroubleFixtures() {}

    /** Cannot be made. */
    public static class ThrowingCase extends AbstractMicrobenchmark {
        /** Throws. */
        @SuppressWarnings("this-escape")
        public ThrowingCase() {
            throw new IllegalStateException("no instance of me");
        }

        @Benchmark
        public int one() {
            return 1;
        }

        @Benchmark
        public int two() {
            return 2;
        }
    }

    /** Cannot say what its forks need. */
    public static class HookCase extends AbstractMicrobenchmark {
        @Override
        protected List<String> forkJvmArgs() {
            throw new IllegalStateException("no arguments");
        }

        @Benchmark
        public int one() {
            return 1;
        }
    }

    /** Leaves its parameter without values. */
    @State(Scope.Thread)
    public static class UnvaluedCase {
        @Param({})
        public String colour;

        @Benchmark
        public String paint() {
            return colour;
        }
    }
}
