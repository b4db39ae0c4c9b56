package com.acme;

import org.openjdk.jmh.annotations.Benchmark;

class HiddenBenchmark {

    @Benchmark
    public void nothing() {}
}
