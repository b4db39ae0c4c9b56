package com.acme;

import org.openjdk.jmh.annotations.Benchmark;

public class PrivateBenchmark {

    @Benchmark
    private void nothing() {}
}
