// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.AbstractMicrobenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Benchmark classes that change the JMH options of their cases. */
public final class OptionsFixtures {

    private OptionsFixtures() {}

    /** Requests the default profiler. */
    public static class NamedProfiler extends AbstractMicrobenchmark {
        @Benchmark
        public void work() {}

        @Override
        protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
            return options.addProfiler("gc");
        }
    }

    /** Requests the default profiler by its class, and collects garbage once in each iteration. */
    @Fork(
            value = 1,
            jvmArgs = {"-XX:+UseSerialGC", "-Xmx64m"})
    @Warmup(iterations = 0)
    @Measurement(iterations = 2)
    @BenchmarkMode(Mode.SingleShotTime)
    public static class ProfilerByClass extends AbstractMicrobenchmark {
        @Benchmark
        public void collect() {
            System.gc();
        }

        @Override
        protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
            return options.addProfiler(GCProfiler.class);
        }
    }

    /** Configures the default profiler, and requests another. */
    public static class ProfilerWithOptions extends AbstractMicrobenchmark {
        @Benchmark
        public void work() {}

        @Override
        protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
            return options.addProfiler(GCProfiler.class, "churn=false").addProfiler("stack", "lines=2");
        }
    }

    /** Changes every option that determines cases. */
    @Fork(1)
    @Warmup(iterations = 1)
    @Measurement(iterations = 1)
    public static class Cases extends AbstractMicrobenchmark {
        @Param({"1", "2", "3"})
        public int size;

        @Benchmark
        public int work() {
            return size;
        }

        /** Shares a prefix of its name with another class. */
        @Benchmark
        public int workMore() {
            return size;
        }

        @Override
        protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
            return options.param("size", "7", "9")
                    .param("unknown", "1")
                    .mode(Mode.AverageTime)
                    .threads(2)
                    .include("work.*")
                    .exclude("nothing")
                    .warmupTime(TimeValue.milliseconds(10))
                    .measurementTime(TimeValue.milliseconds(10))
                    .measurementIterations(3);
        }
    }

    /** Its constructor throws. */
    public static class Unmakeable extends AbstractMicrobenchmark {
        @Param({"1", "2"})
        public int size;

        public Unmakeable() {
            throw new IllegalStateException("not here");
        }

        @Benchmark
        public int work() {
            return size;
        }

        @Override
        protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
            return options.param("size", "3");
        }
    }
}
