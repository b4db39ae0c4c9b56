// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Has parameters only in other states. */
public class StatesFixture {

    /** Throws when it is initialised. */
    public enum Kind {
        SMALL,
        LARGE;

        static {
            Initialised.note("Kind");
        }
    }

    /** A superclass. */
    @State(Scope.Benchmark)
    public static class Base {
        @Param({"z", "y"})
        public String inherited;
    }

    /** An argument of a set-up method. */
    @State(Scope.Benchmark)
    public static class Deep {
        @Param("deep")
        public String deep;
    }

    /** An argument of a tear-down method of a superclass. */
    @State(Scope.Benchmark)
    public static class Deeper {
        @Param("deeper")
        public String deeper;
    }

    /** An argument of the benchmark. */
    @State(Scope.Benchmark)
    public static class Argument extends Base {
        @Param
        public Kind kind;

        @Setup
        public void setUp(Deep deep) {}

        @TearDown
        public void tearDown(Deeper deeper) {}
    }

    static {
        Initialised.note("StatesFixture");
    }

    @Benchmark
    public String with(Argument argument) {
        return argument.inherited;
    }

    @Benchmark
    public long without() {
        return TimeUnit.DAYS.toNanos(1);
    }
}
