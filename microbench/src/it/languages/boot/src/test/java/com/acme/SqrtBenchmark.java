package com.acme;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 1, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 2, time = 20, timeUnit = TimeUnit.MILLISECONDS)
public class SqrtBenchmark {

    private double x = 2;

    @Benchmark
    public double sqrt() {
        return Math.sqrt(x);
    }

    @Benchmark
    public double cbrt() {
        return Math.cbrt(x);
    }
}
