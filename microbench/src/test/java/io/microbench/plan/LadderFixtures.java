// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.Concurrency;
import io.microbench.Fixture;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/** Benchmarks on ladders of thread counts. */
public final class LadderFixtures {

    private LadderFixtures() {}

    /** Three readers to a writer, at any number of threads. */
    @State(Scope.Benchmark)
    public static class Lopsided {

        private final Set<Integer> readers = new ConcurrentSkipListSet<>();
        private final Set<Integer> writers = new ConcurrentSkipListSet<>();

        @Benchmark
        @Group("table")
        @GroupThreads(3)
        public boolean read(ThreadParams thread) {
            return readers.add(thread.getThreadIndex());
        }

        @Benchmark
        @Group("table")
        @GroupThreads(1)
        public boolean write(ThreadParams thread) {
            return writers.add(thread.getThreadIndex());
        }

        /** Prints how many threads ran each method; a thread keeps its index during the fork. */
        @TearDown
        public void count() {
            System.out.println("readers=" + readers.size() + ", writers=" + writers.size());
        }
    }

    /** Uses the ladder of its annotation. */
    @State(Scope.Benchmark)
    @Concurrency(ladder = "1..64*2")
    public static class Climbing {

        @Benchmark
        public void work() {}

        @Benchmark
        @Concurrency({4, 1})
        public void listed() {}
    }

    /** Requests threads in two ways. */
    @State(Scope.Benchmark)
    public static class Twofold {

        @Benchmark
        @Concurrency(value = 2, ladder = "1..4")
        public void work() {}
    }

    /** Requests zero threads. */
    @State(Scope.Benchmark)
    public static class Zero {

        @Benchmark
        @Concurrency({1, 0})
        public void work() {}
    }

    /** Requests a shared chart. */
    @State(Scope.Benchmark)
    @Concurrency(
            value = {1, 2},
            chart = "Work of {size}: {method}",
            rates = {"done", "tried"})
    public static class Charted {

        @Param({"1", "$1"})
        public String size = "";

        @Benchmark
        public void work() {}

        @Benchmark
        @Concurrency(chart = "Others")
        public void other() {}
    }

    /** Requests a chart named by a parameter that it does not have. */
    @State(Scope.Benchmark)
    @Concurrency(chart = "Work of {weight}")
    public static class Misnamed {

        @Param("1")
        public String size = "";

        @Benchmark
        public void work() {}
    }

    /** Its fixture, which is never started, has a warm-up. */
    @State(Scope.Benchmark)
    @Fixture.Use(value = Fixture.class, warmupSeconds = 30)
    @Concurrency({1, 50, 10})
    public static class Warmed {

        @Param({"a", "b"})
        public String store;

        @Benchmark
        public void work() {}

        @Benchmark
        @BenchmarkMode(Mode.SingleShotTime)
        public void once() {}

        @Benchmark
        @Fixture.Use(Fixture.class)
        public void cold() {}
    }

    /** Requests a warm-up of negative length. */
    @State(Scope.Benchmark)
    @Fixture.Use(value = Fixture.class, warmupSeconds = -1)
    public static class Negative {

        @Benchmark
        public void work() {}
    }

    /** Its rungs are measured in random order. */
    @State(Scope.Benchmark)
    @Concurrency(ladder = "1..100+10", shuffled = true)
    public static class Shuffled {

        @Param({"a", "b"})
        public String store;

        @Benchmark
        public void work() {}

        @Benchmark
        @Concurrency(chart = "Charted")
        public void charted() {}

        @Benchmark
        @Concurrency({4, 1, 2})
        public void listed() {}
    }
}
