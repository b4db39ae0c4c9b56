/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.async.Pace;
import io.microbench.transport.Endpoint;
import io.microbench.transport.Payloads;
import io.microbench.transport.node.Places;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Clients that send messages at the same time, each to all nodes. */
final class Run {

    /** So many messages may be on their way, of all clients, that wait for none. */
    private static final int MOST_UNANSWERED = 1 << 20;

    private static final int LEAST_UNANSWERED = 64;

    private Run() {}

    /**
     * Lets clients send.
     *
     * @return what each has measured
     * @throws IOException if a node cannot be reached
     * @throws InterruptedException if the thread is interrupted
     */
    static List<ClientResult> of(Places places, Load load) throws IOException, InterruptedException {
        List<OpenLoop> open = new ArrayList<>();
        List<AbstractLoop> loops = new ArrayList<>();
        Payloads payloads = Payloads.of(load.workload().size(), load.workload().seed());
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
                loops.add(new ClosedLoop(
                        own,
                        load.timing(),
                        sequence -> payloads.get((int) Math.floorMod(sequence, (long) payloads.count())),
                        places.addresses().size(),
                        System::nanoTime));
            }
        }
        return of(places, load, loops, open);
    }

    private static OpenLoop openLoop(
            Load load, Load.Schedule schedule, Workload own, Payloads payloads, int nodeCount) {
        long fitting = Runtime.getRuntime().maxMemory() / 2 / own.size();
        long most = Math.max(LEAST_UNANSWERED, Math.min(MOST_UNANSWERED, fitting) / load.clients());
        return new OpenLoop(
                own,
                load.timing(),
                IntStream.range(0, payloads.count()).mapToObj(payloads::get).toList(),
                nodeCount,
                schedule.perSecond() / load.clients(),
                Math.toIntExact(Long.highestOneBit(most)),
                System::nanoTime);
    }

    private static List<ClientResult> of(Places places, Load load, List<AbstractLoop> loops, List<OpenLoop> open)
            throws IOException, InterruptedException {
        List<Endpoint> endpoints = new ArrayList<>();
        try {
            List<Client> connected = new ArrayList<>();
            for (AbstractLoop loop : loops) {
                Endpoint endpoint = places.client();
                endpoints.add(endpoint);
                connected.add(Client.connect(endpoint, places.addresses(), loop));
            }
            connected.forEach(Client::start);
            Duration deadline = load.timing().least().plus(load.deadline());
            if (load.schedule().isPresent()) {
                Pacing.run(turns(load.schedule().get().perSecond()), open);
                deadline = load.schedule().get().drain();
            }
            List<ClientResult> results = new ArrayList<>();
            for (Client client : connected) {
                results.add(client.await(deadline));
            }
            return results;
        } finally {
            endpoints.forEach(Endpoint::close);
        }
    }

    private static LongSupplier turns(double perSecond) {
        Pace pace = new Pace(System::nanoTime);
        pace.set(perSecond);
        return pace::await;
    }
}
