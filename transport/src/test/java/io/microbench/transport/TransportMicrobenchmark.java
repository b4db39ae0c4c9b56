// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.Fixture;
import io.microbench.async.AsyncWork;
import io.microbench.cluster.Cluster;
import io.microbench.cluster.ClusterFixture;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The base class of benchmarks with a connection to a node that sends messages back, by each transport. */
@Fixture.Use(AnsweringNode.class)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // Each benchmark connects in its set-up.
public abstract class TransportMicrobenchmark extends AbstractMicrobenchmark implements Receiver {

    @Param({"socket", "nio", "epoll", "io_uring", "uds", "tls", "quic", "local"})
    public String transport = "nio";

    private final Map<Long, AsyncWork.Unit> onTheirWay = new ConcurrentHashMap<>();
    private final AtomicLong sequence = new AtomicLong();
    private byte[] bytes = {};
    private volatile Optional<Exception> problem = Optional.empty();
    private volatile boolean answered;
    private Cluster cluster;
    private Places places;
    private Endpoint endpoint;
    private Connection connection;
    private Content content;

    @Override
    protected Optional<String> skipReason(String method, Map<String, String> parameters) {
        return Transport.named(parameters.getOrDefault("transport", transport)).unavailable();
    }

    @Override
    protected List<String> forkJvmArgs() {
        // JDK 24 and newer warn about native libraries.
        return List.of("--enable-native-access=ALL-UNNAMED");
    }

    /** Connects, with a maximum number of messages in flight. */
    final void connect(int inFlight, int bytesOfMessage) throws IOException {
        Transport chosen = Transport.usable(transport);
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
        bytes = Payloads.of(bytesOfMessage, 1).get(0);
        content = connection.content(bytes);
    }

    /** Sends a message; its unit ends when it is back. */
    final void send(AsyncWork.Unit unit) throws Exception {
        if (problem.isPresent()) {
            throw problem.get();
        }
        long number = sequence.getAndIncrement();
        onTheirWay.put(number, unit);
        connection.send(Header.message(false, bytes.length, 0, number, 0, 0), content);
    }

    @Override
    public void received(Connection from, Arrival arrival) {
        AsyncWork.Unit unit = onTheirWay.remove(arrival.header().sequence());
        if (unit == null || !arrival.content().isSame(bytes)) {
            lost(new IOException("The returned message differs from the sent one: " + arrival.header()));
        } else {
            unit.done();
            if (!answered) {
                answered = true;
            }
        }
    }

    @Override
    public void lost(IOException reason) {
        problem = Optional.of(reason);
        onTheirWay.values().forEach(AsyncWork.Unit::fail);
        onTheirWay.clear();
    }

    /** Fails the fork after a problem that no later message could report, or if no message came back. */
    @TearDown
    public void disconnect() throws Exception {
        Optional<Exception> found = problem;
        content.close();
        connection.close();
        endpoint.close();
        places.close();
        cluster.close();
        if (found.isPresent()) {
            throw found.get();
        }
        if (!answered) {
            throw new IOException("No message came back");
        }
    }
}
