/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.transport.Connection;
import io.microbench.transport.Endpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Connects to nodes, runs a closed loop, and returns what it measured. */
final class Client {

    private final ClosedLoop loop;
    private final List<Connection> connections = new ArrayList<>();

    private Client(ClosedLoop loop) {
        this.loop = loop;
    }

    /**
     * Connects to all nodes; nothing is measured yet.
     *
     * @throws IOException if one cannot be reached
     */
    static Client connect(Endpoint endpoint, List<String> addresses, Workload workload, Contents contents)
            throws IOException {
        Client client = new Client(new ClosedLoop(workload, contents, addresses.size(), System::nanoTime));
        try {
            for (String address : addresses) {
                client.connections.add(endpoint.connect(address, client.loop));
            }
            return client;
        } catch (IOException e) {
            client.connections.forEach(Connection::close);
            throw e;
        }
    }

    void start() {
        loop.start(connections);
    }

    /** Waits until all messages are back, as long as the deadline lets it, and closes the connections. */
    ClientResult await(Duration deadline) throws InterruptedException {
        Optional<String> problem = get(loop.end(), deadline);
        if (problem.isEmpty()) {
            problem = get(loop.askForReports(), deadline);
        }
        connections.forEach(Connection::close);
        return loop.result(problem);
    }

    private Optional<String> get(CompletableFuture<Optional<String>> end, Duration deadline)
            throws InterruptedException {
        try {
            return end.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            loop.giveUp("Not all messages were back within " + deadline.toSeconds() + " s");
            return Optional.of("Not all messages were back within " + deadline.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
