// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Echo.ReceiverReport;
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
import java.util.function.LongSupplier;

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
     */
    static Client connect(Endpoint endpoint, List<String> addresses, AbstractLoop loop, Duration mostSilence)
            throws IOException {
        Client client = new Client(loop, mostSilence);
        try {
            // Messages that arrive for the loop reset the silence timer.
            loop.connect(
                    (node, ignored) -> endpoint.connect(addresses.get(node), client.silence), client.connections::add);
            return client;
        } catch (IOException e) {
            client.connections.forEach(Connection::close);
            throw e;
        }
    }

    List<ReceiverReport> reports() {
        return loop.reports();
    }

    List<Connection> connections() {
        return List.copyOf(connections);
    }

    void start(long now) {
        silence.broken();
        loop.start(connections, now);
    }

    /** Waits until all messages have returned, limited by the deadline and the maximum silence. */
    void awaitLast(Duration deadline) throws InterruptedException {
        problem = get(loop.end(), deadline).orElseGet(() -> loop.overdue(deadline));
    }

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

    /** Forwards arrivals to a loop, and ends the loop when nothing has arrived for too long. */
    static final class Silence implements Receiver {
        private final AbstractLoop loop;
        private final Duration most;
        private final LongSupplier clock;
        private volatile long last;

        Silence(AbstractLoop loop, Duration most, LongSupplier nanoClock) {
            this.loop = loop;
            this.most = most;
            clock = nanoClock;
            last = nanoClock.getAsLong();
        }

        void broken() {
            last = clock.getAsLong();
        }

        @Override
        public void received(Connection connection, Arrival arrival) {
            last = arrival.lastNanos();
            loop.received(connection, arrival);
        }

        @Override
        public void lost(IOException problem) {
            loop.lost(problem);
        }

        /** Returns the remaining nanoseconds without an arrival; 0 or less if the time is over. */
        long nanosLeft() {
            return most.toNanos() - (clock.getAsLong() - last);
        }

        void check() {
            if (nanosLeft() <= 0) {
                loop.giveUp("Nothing arrived for " + Durations.text(most) + " (--silence)");
            }
        }
    }
}
