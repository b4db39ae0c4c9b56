// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.ExpectMaxAllocation;
import io.microbench.ExpectMaxRatio;
import io.microbench.ExpectPercentile;
import io.microbench.ExpectScore;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** Benchmark classes with valid and with invalid bounds. */
public final class BoundsFixtures {

    private BoundsFixtures() {}

    @BenchmarkMode(Mode.AverageTime)
    public static class Good {

        @Benchmark
        @ExpectScore(noWorseThan = 120, unit = "ns/op")
        @ExpectMaxAllocation(24)
        @ExpectMaxRatio(to = "heap", value = 1.5)
        @ExpectMaxRatio(to = "none", value = 10)
        public void direct() {}

        @Benchmark
        public void heap() {}

        @Benchmark
        public void none() {}

        @Benchmark
        @BenchmarkMode(Mode.SampleTime)
        @ExpectPercentile(percentile = 99, noWorseThan = 2, unit = "ms/op")
        @ExpectPercentile(percentile = 50, noWorseThan = 10, unit = "us/op")
        public void sampled() {}

        @Benchmark
        @BenchmarkMode({Mode.Throughput, Mode.AverageTime})
        @ExpectScore(noWorseThan = 3, unit = "ops/us")
        public void twoModes() {}
    }

    public static class WrongDimension {
        @Benchmark
        @BenchmarkMode(Mode.Throughput)
        @ExpectScore(noWorseThan = 120, unit = "ns/op")
        public void m() {}
    }

    public static class WrongUnit {
        @Benchmark
        @ExpectScore(noWorseThan = 120, unit = "furlong/op")
        public void m() {}
    }

    public static class NegativeScore {
        @Benchmark
        @ExpectScore(noWorseThan = -1, unit = "ops/s")
        public void m() {}
    }

    public static class NegativeAllocation {
        @Benchmark
        @ExpectMaxAllocation(-8)
        public void m() {}
    }

    public static class UnknownPercentile {
        @Benchmark
        @BenchmarkMode(Mode.SampleTime)
        @ExpectPercentile(percentile = 97.5, noWorseThan = 1, unit = "ms/op")
        public void m() {}
    }

    public static class PercentileOfRates {
        @Benchmark
        @BenchmarkMode(Mode.SampleTime)
        @ExpectPercentile(percentile = 99, noWorseThan = 1, unit = "ops/s")
        public void m() {}
    }

    public static class PercentileWithoutSamples {
        @Benchmark
        @BenchmarkMode(Mode.AverageTime)
        @ExpectPercentile(percentile = 99, noWorseThan = 1, unit = "ms/op")
        public void m() {}
    }

    public static class UnknownMethod {
        @Benchmark
        @ExpectMaxRatio(to = "haep", value = 2)
        public void direct() {}

        @Benchmark
        public void heap() {}
    }

    public static class OtherThreads {
        @Benchmark
        @ExpectMaxRatio(to = "heap", value = 2)
        public void direct() {}

        @Benchmark
        @Threads(2)
        public void heap() {}
    }

    @State(Scope.Benchmark)
    public static class Parameterised {
        @Param({"1", "2"})
        public int size;

        @Benchmark
        @ExpectMaxRatio(to = "heap", value = 2)
        public int direct() {
            return size;
        }

        @Benchmark
        public int heap() {
            return size;
        }
    }
}
