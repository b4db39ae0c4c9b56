package com.acme.lib;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures the library, in its own module. */
@State(Scope.Thread)
public class LibBenchmark {

    @Param({"1", "3"})
    public int a;

    @Benchmark
    public int squares() {
        return Lib.squares(a, 4);
    }
}
