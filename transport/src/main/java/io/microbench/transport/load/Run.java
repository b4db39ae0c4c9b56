/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.transport.Endpoint;
import io.microbench.transport.Payloads;
import io.microbench.transport.node.Places;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Clients that send messages at the same time, each to all nodes. */
final class Run {

    private Run() {}

    /**
     * Lets clients send what the workload says, each of them.
     *
     * @param clients how many, at least 1
     * @param deadline how long each may wait for the last message
     * @return what each has measured
     * @throws IOException if a node cannot be reached
     * @throws InterruptedException if the thread is interrupted
     */
    static List<ClientResult> of(Places places, Workload workload, int clients, Duration deadline)
            throws IOException, InterruptedException {
        List<Endpoint> endpoints = new ArrayList<>();
        try {
            List<Client> connected = new ArrayList<>();
            Payloads payloads = Payloads.of(workload.size(), workload.seed());
            for (int i = 0; i < clients; i++) {
                Endpoint endpoint = places.client();
                endpoints.add(endpoint);
                connected.add(Client.connect(
                        endpoint,
                        places.addresses(),
                        workload.withSeed(workload.seed() + i),
                        sequence -> payloads.get((int) (sequence % payloads.count()))));
            }
            connected.forEach(Client::start);
            List<ClientResult> results = new ArrayList<>();
            for (Client client : connected) {
                results.add(client.await(deadline));
            }
            return results;
        } finally {
            endpoints.forEach(Endpoint::close);
        }
    }
}
