package com.acme.microbench;

import io.netty.util.AsciiString;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/** Throws for one value of its parameter. In the old module, JMH's table lacks the row and the test passes. */
@Warmup(iterations = 1, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 2, time = 20, timeUnit = TimeUnit.MILLISECONDS)
public class HashBenchmark extends AbstractMicrobenchmark {

    @Param({"0", "16"})
    public int length;

    private byte[] bytes;

    @Setup
    public void fill() {
        bytes = new byte[length];
        bytes[0] = 'a';
    }

    @Benchmark
    public int hash() {
        return new AsciiString(bytes, false).hashCode();
    }
}
