// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** Benchmark classes with overloaded methods, which JMH allows in different groups. */
public final class OverloadedFixtures {

    private OverloadedFixtures() {}

    /** Two adjacent fields. */
    @State(Scope.Group)
    public static class PackedLambda {
        int read;
        int written;
    }

    /** The same fields in a separate class. */
    @State(Scope.Group)
    public static class Padded {
        int read;
        int written;
    }

    /** The initial value of a counter. */
    @State(Scope.Benchmark)
    public static class Start {
        int value = 4;
    }

    /** A counter per thread. */
    @State(Scope.Thread)
    public static class Own {
        int value;

        @Setup
        public void setUp() {
            value += 3;
        }

        /** Also increases the counter: JMH distinguishes set-up methods by their arguments. */
        @Setup
        public void setUp(Start start) {
            value += start.value;
        }
    }

    /** Reader and writer of two layouts, and a reader without a group, as in JMH's sample of false sharing. */
    public static class FalseSharing {
        @Benchmark
        @Group("packed")
        public int reader(PackedLambda state) {
            return state.read;
        }

        @Benchmark
        @Group("packed")
        public void writer(PackedLambda state) {
            state.written++;
        }

        @Benchmark
        @Group("padded")
        @GroupThreads(3)
        public int reader(Padded state) {
            return state.read;
        }

        @Benchmark
        @Group("padded")
        public void writer(Padded state) {
            state.written++;
        }

        @Benchmark
        public int reader(Own state) {
            return state.value;
        }
    }

    /** Requests more threads than one group has. */
    @Threads(5)
    public static class ManyThreads extends FalseSharing {}

    /** Contains a benchmark of a group. */
    public abstract static class Base {
        @Benchmark
        @Group("inherited")
        public int read(PackedLambda state) {
            return state.read;
        }

        @Benchmark
        @Group("inherited")
        public void write(PackedLambda state) {
            state.written++;
        }
    }

    /** Overrides an inherited benchmark in a group with another name; both are kept. */
    public static class Regrouped extends Base {
        @Override
        @Benchmark
        @Group("overriding")
        public int read(PackedLambda state) {
            return state.written;
        }
    }

    /** Leaves the type of a result to its subclass. */
    public abstract static class Generic<T> {
        public abstract T make(Own state);
    }

    /** Has a method and its bridge method. */
    public static class Bridged extends Generic<Integer> {
        @Override
        @Benchmark
        public Integer make(Own state) {
            return state.value;
        }
    }
}
