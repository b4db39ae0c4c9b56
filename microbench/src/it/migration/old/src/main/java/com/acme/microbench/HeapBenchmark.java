package com.acme.microbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;

/** Sets a JVM argument that no JDK since 15 accepts. In the old module, its forks never start and the test passes. */
@Warmup(iterations = 1, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 2, time = 20, timeUnit = TimeUnit.MILLISECONDS)
public class HeapBenchmark extends AbstractMicrobenchmark {

    @Override
    protected String[] jvmArgs() {
        return new String[] {"-Xmx64m", "-XX:+UseParallelOldGC"};
    }

    @Benchmark
    public byte[] allocate() {
        return new byte[64];
    }
}
