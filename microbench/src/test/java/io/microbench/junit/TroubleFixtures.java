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

/** Classes that make trouble on the host. */
public final class TroubleFixtures {

    private TroubleFixtures() {}

    /** Can be made in its forks only, and overrides nothing that the host would call. */
    public static class ForkOnlyCase extends AbstractMicrobenchmark {
        private static final String MODE = System.getProperty("lib.mode").toUpperCase(Locale.ROOT);

        @Benchmark
        @Fork(value = 1, jvmArgsAppend = "-Dlib.mode=fast")
        public String one() {
            return MODE;
        }
    }

    /** Has an initialiser that throws on the host. */
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

    /** Cannot be made. */
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

    /** Asks for no thread, and has neither state nor the base class. */
    @Threads(0)
    public static class UnthreadedCase {
        @Benchmark
        public int one() {
            return 1;
        }
    }

    /** Asks for empty batches. */
    @Measurement(batchSize = 0)
    public static class UnbatchedCase {
        @Benchmark
        public int one() {
            return 1;
        }
    }
}
