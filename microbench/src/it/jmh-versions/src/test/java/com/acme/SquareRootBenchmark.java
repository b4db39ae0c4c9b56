package com.acme;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures the JDK's square root. */
@State(Scope.Thread)
public class SquareRootBenchmark {

    @Param({"2", "1024"})
    public double of;

    @Benchmark
    public double squareRoot() {
        return Math.sqrt(of);
    }
}
