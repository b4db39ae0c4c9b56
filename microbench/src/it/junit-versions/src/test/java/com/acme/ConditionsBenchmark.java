package com.acme;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

@State(Scope.Thread)
@Tag("arithmetic")
public class ConditionsBenchmark {

    private double of = 3;

    @Benchmark
    @DisplayName("the root")
    public double squareRoot() {
        return Math.sqrt(of);
    }

    @Benchmark
    @Disabled("not needed")
    public double switchedOff() {
        return of;
    }

    @Benchmark
    @EnabledIfSystemProperty(named = "no.such.property", matches = ".*")
    public double onlyElsewhere() {
        return of;
    }
}
