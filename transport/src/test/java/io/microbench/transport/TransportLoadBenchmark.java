// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.Concurrency;
import io.microbench.async.AsyncWork;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Measures how long messages take to another process and back when they are sent on schedule, at increasing rates:
 * latency against load. Each worker sends {@code perWorker} messages of 100 bytes per second, independent of the
 * answers; {@code async.latency} is the time since a message was due, and {@code async.throughput} shows whether the
 * rate was reached.
 *
 * <p>Does not measure: another machine, the creation of messages, several connections at once.
 *
 * <p>Cost: 40 cases x 1 fork x 3 s = 2 min.
 *
 * <p>Covers: {@link Transport}, in all implementations on the class path.
 *
 * <p>Run: {@code ./mvnw -pl transport -am -DskipTests=false -Dtest=TransportLoadBenchmark test}
 */
@State(Scope.Benchmark)
@Concurrency(
        value = {1, 2, 4, 8, 16},
        chart = "Messages on schedule, {perWorker} per second and worker",
        rates = "async.throughput")
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
@OutputTimeUnit(TimeUnit.SECONDS)
public class TransportLoadBenchmark extends TransportMicrobenchmark {

    private static final int MESSAGE = 100;

    @Param("1000")
    public int perWorker = 1000;

    @Setup
    public void connect(AsyncWork work, BenchmarkParams parameters) throws IOException {
        connect(Integer.MAX_VALUE, MESSAGE);
        work.rate((double) perWorker * parameters.getThreads());
    }

    @Benchmark
    public void echo(AsyncWork work) throws Exception {
        send(work.begin());
    }
}
