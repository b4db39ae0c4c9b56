// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.Concurrency;
import io.microbench.Fixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures how many round trips over the loopback one, two and four threads complete, each with its own connection to a
 * server that all thread counts share.
 *
 * <p>Answers: How many round trips over the loopback do one, two and four threads complete?
 *
 * <p>Does not measure: a network, or a realistic server; each connection has a thread there.
 *
 * <p>Cost: 3 cases x 2 forks x 4 s = 0.4 min.
 *
 * <p>Covers: {@link Fixture}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=EchoBenchmark test}
 */
@State(Scope.Thread)
@Concurrency({1, 2, 4})
@Fixture.Use(EchoServer.class)
public class EchoBenchmark extends NettyMicrobenchmark {

    private Socket socket = new Socket();

    /** Connects each thread. */
    @Setup
    public void connect() throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(Fixture.value("port")));
        socket.setTcpNoDelay(true);
    }

    /** Disconnects. */
    @TearDown
    public void disconnect() throws IOException {
        socket.close();
    }

    /** Sends a byte and waits for the echo. */
    @Benchmark
    public int roundTrip() throws IOException {
        socket.getOutputStream().write(42);
        return socket.getInputStream().read();
    }
}
