package com.acme;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

@State(Scope.Thread)
public class ChecksumBenchmark {

    @Param({"16", "256"})
    public int size;

    private byte[] bytes;

    @Setup
    public void fill() {
        bytes = new byte[size];
    }

    @Benchmark
    public int checksum() {
        return Checksum.of(bytes);
    }

    @Benchmark
    public int failsForLarge() {
        if (size > 100) {
            throw new IllegalArgumentException("too large: " + size);
        }
        return size;
    }

    @Benchmark
    @Disabled("not needed")
    public int switchedOff() {
        return size;
    }

    @Benchmark
    @EnabledIfSystemProperty(named = "no.such.property", matches = ".*")
    public int onlyElsewhere() {
        return size;
    }
}
