package com.acme;

import io.microbench.AbstractMicrobenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

public class SquareRootBenchmark extends AbstractMicrobenchmark {

    @Param({"2", "1024"})
    public double of;

    @Benchmark
    public double squareRoot() {
        return Math.sqrt(of);
    }
}
