package com.acme;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

@State(Scope.Thread)
public class SquareBenchmark {

    @Param({"2", "1024"})
    public double of;

    @Benchmark
    public double root() {
        return Square.root(of);
    }
}
