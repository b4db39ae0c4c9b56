// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.AbstractMicrobenchmark;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** Benchmark classes that fail on the host. */
public final class TroubleFixtures {

    private TroubleFixtures() {}

    /** Can be instantiated only in its forks, and overrides nothing that the host would call. */
    public static class ForkOnlyCase extends AbstractMicrobenchmark {
        private static final String MODE = System.getProperty("lib.mode").toUpperCase(Locale.ROOT);

        @Benchmark
        @Fork(value = 1, jvmArgsAppend = "-Dlib.mode=fast")
        public String one() {
            return MODE;
        }
    }

    /** Its static initialiser throws on the host. */
    public static class UninitialisedCase extends AbstractMicrobenchmark {
        private static final String MODE = System.getProperty("lib.mode").toUpperCase(Locale.ROOT);

        @Override
        protected List<String> forkJvmArgs() {
            return List.of("-Dlib.mode=fast");
        }

        @Benchmark
        public String one() {
            return MODE;
        }
    }

    /** Its constructor throws. */
    public static class ThrowingCase extends AbstractMicrobenchmark {
        /** Throws. */
        @SuppressWarnings("this-escape")
        public ThrowingCase() {
            throw new IllegalStateException("no instance of me");
        }

        @Override
        protected List<String> forwardedProperties() {
            return List.of();
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

    /** Its hook for the arguments of forks throws. */
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

    /** Its parameter has no values. */
    @State(Scope.Thread)
    public static class UnvaluedCase {
        @Param({})
        public String colour;

        @Benchmark
        public String paint() {
            return colour;
        }
    }

    /** Requests zero threads, and has neither state nor the base class. */
    @Threads(0)
    public static class UnthreadedCase {
        @Benchmark
        public int one() {
            return 1;
        }
    }

    /** Requests empty batches. */
    @Measurement(batchSize = 0)
    public static class UnbatchedCase {
        @Benchmark
        public int one() {
            return 1;
        }
    }
}
