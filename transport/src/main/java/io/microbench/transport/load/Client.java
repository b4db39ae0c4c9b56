// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import io.microbench.transport.Connection;
import io.microbench.transport.Endpoint;
import io.microbench.transport.LegReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Connects to nodes, runs a loop, and returns its result. */
final class Client {

    private static final String INTERRUPTED = "Interrupted";

    private final AbstractLoop loop;
    private final Silence silence;
    private final List<Connection> connections = new ArrayList<>();
    private Optional<String> problem = Optional.empty();

    private Client(AbstractLoop loop, Duration mostSilence) {
        this.loop = loop;
        silence = new Silence(loop, mostSilence, System::nanoTime);
    }

    /**
     * Connects to all nodes, before the measurement.
     *
     * @param mostSilence the maximum time without any arrival during a wait
     * @throws IOException if one cannot be reached
     */
    static Client connect(Endpoint endpoint, List<String> addresses, AbstractLoop loop, Duration mostSilence)
            throws IOException {
        Client client = new Client(loop, mostSilence);
        try {
            // Arrivals for the loop end the silence.
            loop.connect(
                    (node, ignored) -> endpoint.connect(addresses.get(node), client.silence), client.connections::add);
            return client;
        } catch (IOException e) {
            client.connections.forEach(Connection::close);
            throw e;
        }
    }

    /** Returns the reports of nodes so far. */
    List<LegReport> reports() {
        return loop.reports();
    }

    /** Returns the connections, in the order of the nodes. */
    List<Connection> connections() {
        return List.copyOf(connections);
    }

    /** Starts the warm-up. */
    void start(long now) {
        silence.broken();
        loop.start(connections, now);
    }

    /** Waits until all messages are back, limited by the deadline and the maximum silence. */
    void awaitLast(Duration deadline) throws InterruptedException {
        problem = get(loop.end(), deadline).orElseGet(() -> loop.overdue(deadline));
    }

    /** Ends the loop without further waiting. */
    void interrupt() {
        loop.giveUp(INTERRUPTED);
        // A loop whose messages are all back has no problem.
        problem = loop.end().getNow(Optional.empty()).or(() -> Optional.of(INTERRUPTED));
    }

    /** Requests the measurements of the nodes, unless there is a problem, and closes the connections. */
    ClientResult result(Duration deadline, Observer observer) {
        try {
            if (problem.isEmpty()) {
                silence.broken();
                problem = get(loop.askForReports(), deadline)
                        .orElseGet(() -> Optional.of(
                                "Not all nodes reported their measurements within " + Durations.text(deadline)));
            }
            observer.ending(this);
        } catch (InterruptedException e) {
            interrupt();
        }
        connections.forEach(Connection::close);
        return loop.result(problem);
    }

    /** Returns the value of a future; empty if it does not complete within the deadline. */
    private Optional<Optional<String>> get(CompletableFuture<Optional<String>> end, Duration deadline)
            throws InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            long left = deadline.toNanos() - (System.nanoTime() - begin);
            try {
                return Optional.of(end.get(Math.min(left, silence.nanosLeft()), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                if (left <= 0) {
                    return Optional.empty();
                }
                silence.check();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
    }
}
