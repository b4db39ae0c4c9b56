// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.async.Pace;
import io.microbench.transport.Endpoint;
import io.microbench.transport.Payloads;
import io.microbench.transport.Places;
import io.microbench.transport.load.Load.Workload;
import io.microbench.transport.load.RunResult.LoadInterval;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** Runs concurrent clients that send messages, each to all nodes. */
final class Run {

    /** The maximum number of messages in flight of all clients that send on schedule. */
    private static final int MOST_UNANSWERED = 1 << 20;

    private Run() {}

    /**
     * Runs clients. If the thread is interrupted while it waits for messages, returns the result so far, with a
     * problem.
     *
     * @param nodes processes of the nodes; none if they are in this JVM
     * @param observer reads settings and counters of connections
     * @param listener receives each interval as soon as it is over
     * @throws IOException if a node cannot be reached
     * @throws InterruptedException if the thread is interrupted before anything is sent
     */
    static RunResult of(Places places, Load load, List<Long> nodes, Observer observer, Consumer<LoadInterval> listener)
            throws IOException, InterruptedException {
        List<OpenLoop> open = new ArrayList<>();
        List<AbstractLoop> loops = new ArrayList<>();
        List<byte[]> payloads =
                Payloads.of(load.workload().size(), load.workload().seed());
        for (int i = 0; i < load.clients(); i++) {
            Workload own = load.workload().withSeed(load.workload().seed() + i);
            if (load.schedule().isPresent()) {
                open.add(openLoop(
                        load,
                        load.schedule().get(),
                        own,
                        payloads,
                        places.addresses().size()));
                loops.add(open.get(i));
            } else {
                loops.add(closedLoop(load, own, payloads, places.addresses().size()));
            }
        }
        return of(places, load, loops, open, new LoadMonitor(nodes, listener), observer);
    }

    private static AbstractLoop closedLoop(Load load, Workload own, List<byte[]> payloads, int nodeCount) {
        LongFunction<byte[]> contents = sequence -> payloads.get((int) Math.floorMod(sequence, (long) payloads.size()));
        return load.streamPerMessage()
                ? new StreamPerMessageLoop(own, load.timing(), contents, nodeCount, System::nanoTime)
                : new ClosedLoop(own, load.timing(), contents, nodeCount, System::nanoTime);
    }

    private static OpenLoop openLoop(
            Load load, Load.Schedule schedule, Workload own, List<byte[]> payloads, int nodeCount) {
        long fitting = Runtime.getRuntime().maxMemory() / 2 / own.size();
        long most = Math.max(1, Math.min(MOST_UNANSWERED, fitting) / load.clients());
        return new OpenLoop(
                own,
                load.timing(),
                payloads,
                nodeCount,
                schedule.perSecond() / load.clients(),
                Math.toIntExact(Long.highestOneBit(most)),
                System::nanoTime);
    }

    private static RunResult of(
            Places places,
            Load load,
            List<AbstractLoop> loops,
            List<OpenLoop> open,
            LoadMonitor watch,
            Observer observer)
            throws IOException, InterruptedException {
        List<Endpoint> endpoints = new ArrayList<>();
        try {
            List<Client> connected = new ArrayList<>();
            for (AbstractLoop loop : loops) {
                Endpoint endpoint = places.client();
                endpoints.add(endpoint);
                connected.add(Client.connect(endpoint, places.addresses(), loop, observer.silence()));
            }
            observer.connected(connected);
            Instant started = Instant.now();
            long start = System.nanoTime();
            long measured = start + load.timing().warmup().toNanos();
            // With a delay, few messages are sent, so the JVM would still be cold when the relay starts to count.
            places.relays().forEach(relay -> relay.beginAt(measured));
            watch.start(loops, measured, load.interval());
            connected.forEach(client -> client.start(start));
            Duration deadline = load.timing().least().plus(load.deadline());
            if (load.schedule().isPresent()) {
                send(load.schedule().get().perSecond(), open);
                deadline = load.schedule().get().drain();
            }
            awaitLast(connected, deadline);
            watch.stop();
            List<ClientResult> results = new ArrayList<>();
            for (Client client : connected) {
                results.add(client.result(deadline, observer));
            }
            return watch.result(load, started, places.addresses(), results);
        } finally {
            watch.stop();
            endpoints.forEach(Endpoint::close);
        }
    }

    /** Sends on schedule until the end, or until the thread is interrupted, which keeps its interrupt status. */
    private static void send(double perSecond, List<OpenLoop> open) {
        Pace pace = new Pace(System::nanoTime);
        pace.set(perSecond);
        try {
            Pacing.run(pace::await, open);
        } catch (IllegalStateException e) {
            // Ends the wait for a turn.
            if (!Thread.currentThread().isInterrupted()) {
                throw e;
            }
        }
    }

    private static void awaitLast(List<Client> clients, Duration deadline) {
        try {
            for (Client client : clients) {
                client.awaitLast(deadline);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        } catch (InterruptedException e) {
            clients.forEach(Client::interrupt);
        }
    }

    /** Assigns the turns of a schedule to the clients in rotation, independent of the answers to earlier messages. */
    static final class Pacing {
        private Pacing() {}

        /**
         * Runs until all clients have sent their messages, or until the thread is interrupted, which keeps its interrupt
         * status.
         *
         * @param turns waits for the next turn, and returns its due time; not called after an interrupt
         */
        static void run(LongSupplier turns, Collection<OpenLoop> loops) {
            Deque<OpenLoop> left = new ArrayDeque<>(loops);
            long due = turns.getAsLong();
            while (!left.isEmpty() && !Thread.currentThread().isInterrupted()) {
                OpenLoop next = left.remove();
                if (next.send(due)) {
                    left.add(next);
                    due = turns.getAsLong();
                } else {
                    next.sentAll();
                }
            }
        }
    }
}
