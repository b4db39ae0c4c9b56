/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.Fixture;
import io.microbench.async.AsyncWork;
import io.microbench.cluster.Cluster;
import io.microbench.cluster.ClusterFixture;
import io.microbench.transport.node.Places;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many messages per second go to another process and come back, and how long each is on its way, with one to a hundred of them
 * in flight.
 *
 * <p>Does not measure: another machine, the making of messages, several connections at once.
 *
 * <p>Cost: 48 cases x 1 fork x 3 s = 2.4 min.
 *
 * <p>Guards: {@link Transport}, in all implementations on the class path.
 *
 * <p>Run: {@code ./mvnw -pl transport -am -DskipTests=false -Dtest=TransportBenchmark test}
 */
@Fixture.Use(AnsweringNode.class)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
@OutputTimeUnit(TimeUnit.SECONDS)
public class TransportBenchmark extends AbstractMicrobenchmark implements Receiver {

    @Param({"socket", "nio", "epoll", "io_uring", "uds", "tls", "quic", "local"})
    public String transport = "nio";

    @Param({"100", "64k"})
    public String size = "100";

    @Param({"1", "10", "100"})
    public int inFlight = 1;

    private final Map<Long, AsyncWork.Unit> onTheirWay = new ConcurrentHashMap<>();
    private final AtomicLong sequence = new AtomicLong();
    private byte[] bytes = {};
    private volatile Optional<Exception> problem = Optional.empty();
    private Cluster cluster;
    private Places places;
    private Endpoint endpoint;
    private Connection connection;
    private Content content;

    @Override
    protected Optional<String> skipReason(String method, Map<String, String> parameters) {
        return Transports.named(parameters.getOrDefault("transport", transport)).unavailable();
    }

    @Override
    protected List<String> forkJvmArgs() {
        // JDK 24 and newer warn about native libraries.
        return List.of("--enable-native-access=ALL-UNNAMED");
    }

    @Setup
    public void connect(AsyncWork work) throws IOException {
        Transport chosen = Transports.usable(transport);
        Options options = Options.DEFAULT.inFlight(inFlight);
        cluster = ClusterFixture.join();
        places = chosen.reachesProcesses()
                ? Places.open(
                        chosen,
                        options,
                        cluster,
                        List.of(cluster.member("child-1").orElseThrow()))
                : Places.inThisJvm(chosen, options, 1);
        endpoint = places.client();
        connection = endpoint.connect(places.addresses().get(0), this);
        bytes = Payloads.of(Size.parse(size), 1).get(0);
        content = connection.content(bytes);
        work.limit(inFlight);
    }

    @Benchmark
    public void echo(AsyncWork work) throws Exception {
        if (problem.isPresent()) {
            throw problem.get();
        }
        AsyncWork.Unit unit = work.begin();
        long number = sequence.getAndIncrement();
        onTheirWay.put(number, unit);
        connection.send(Header.message(false, bytes.length, 0, number, 0, 0), content);
    }

    @Override
    public void received(Connection from, Arrival arrival) {
        AsyncWork.Unit unit = onTheirWay.remove(arrival.header().sequence());
        if (unit == null || !arrival.content().isSame(bytes)) {
            lost(new IOException("What came back is not what was sent: " + arrival.header()));
        } else {
            unit.done();
        }
    }

    @Override
    public void lost(IOException reason) {
        problem = Optional.of(reason);
        onTheirWay.values().forEach(AsyncWork.Unit::fail);
        onTheirWay.clear();
    }

    @TearDown
    public void disconnect() {
        content.close();
        connection.close();
        endpoint.close();
        places.close();
        cluster.close();
    }
}
