/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.text.Durations;
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

/** Connects to nodes, lets a loop send, and returns what it measured. */
final class Client {

    private final AbstractLoop loop;
    private final List<Connection> connections = new ArrayList<>();
    private Optional<String> problem = Optional.empty();

    private Client(AbstractLoop loop) {
        this.loop = loop;
    }

    /**
     * Connects to all nodes; nothing is measured yet.
     *
     * @throws IOException if one cannot be reached
     */
    static Client connect(Endpoint endpoint, List<String> addresses, AbstractLoop loop) throws IOException {
        Client client = new Client(loop);
        try {
            loop.connect((node, receiver) -> endpoint.connect(addresses.get(node), receiver), client.connections::add);
            return client;
        } catch (IOException e) {
            client.connections.forEach(Connection::close);
            throw e;
        }
    }

    /** Begins the warm-up. */
    void start(long now) {
        loop.start(connections, now);
    }

    /** Waits until all messages are back, as long as the deadline lets it. */
    void awaitLast(Duration deadline) throws InterruptedException {
        problem = get(loop.end(), deadline).orElseGet(() -> loop.overdue(deadline));
    }

    /** Asks the nodes for what they have measured, and closes the connections. */
    ClientResult result(Duration deadline) throws InterruptedException {
        if (problem.isEmpty()) {
            problem = get(loop.askForReports(), deadline)
                    .orElseGet(() -> Optional.of(
                            "Not all nodes had reported what they measured within " + Durations.text(deadline)));
        }
        connections.forEach(Connection::close);
        return loop.result(problem);
    }

    /** Returns what it completes with; nothing if it does not within the deadline. */
    private static Optional<Optional<String>> get(CompletableFuture<Optional<String>> end, Duration deadline)
            throws InterruptedException {
        try {
            return Optional.of(end.get(deadline.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
