// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.Concurrency;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

/** Has annotations on every level, so that tests can check which one is used. */
@Warmup(iterations = 3)
@Fork(jvmArgsAppend = "-Dappended=class", warmups = 1)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@BenchmarkMode(Mode.AverageTime)
@Threads(2)
public class MergedFixture extends AbstractMicrobenchmark {

    @Param({"8", "1", "1024"})
    public int size;

    @Override
    protected List<String> forkJvmArgs() {
        return List.of("-Dhook=class", "-Xmx64m");
    }

    @Override
    protected List<String> forwardedProperties() {
        return List.of("subject.*");
    }

    @Benchmark
    public int plain() {
        return size;
    }

    @Benchmark
    @Warmup(time = 50, timeUnit = TimeUnit.MILLISECONDS, batchSize = 7)
    @Measurement(iterations = 4)
    @Fork(
            value = 5,
            jvmArgs = {"-Down=method"},
            jvmArgsPrepend = "-Dprepended=method")
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    @BenchmarkMode({Mode.SampleTime, Mode.Throughput})
    @OperationsPerInvocation(10)
    @Timeout(time = 3)
    @Concurrency({1, 4})
    public int told() {
        return size;
    }

    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    public int once() {
        return size;
    }
}
