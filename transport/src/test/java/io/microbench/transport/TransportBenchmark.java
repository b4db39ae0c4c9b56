// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

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

/**
 * Measures how many messages per second go to another process and back, and how long each takes, with one to a thousand
 * of them in flight.
 *
 * <p>Does not measure: another machine, the creation of messages, several connections at once.
 *
 * <p>Cost: 64 cases x 1 fork x 3 s = 3.2 min.
 *
 * <p>Covers: {@link Transport}, in all implementations on the class path.
 *
 * <p>Run: {@code ./mvnw -pl transport -am -DskipTests=false -Dtest=TransportBenchmark test}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
@OutputTimeUnit(TimeUnit.SECONDS)
public class TransportBenchmark extends TransportMicrobenchmark {

    @Param({"100", "64k"})
    public String size = "100";

    @Param({"1", "10", "100", "1000"})
    public int inFlight = 1;

    @Setup
    public void connect(AsyncWork work) throws IOException {
        connect(inFlight, Size.parse(size));
        work.limit(inFlight);
        work.keepScore();
    }

    @Benchmark
    public void echo(AsyncWork work) throws Exception {
        send(work.begin());
    }
}
