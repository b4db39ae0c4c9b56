// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.node;

import io.microbench.cluster.Conversation;
import io.microbench.cluster.Service;
import io.microbench.result.RecordJson;
import io.microbench.transport.Endpoint;
import io.microbench.transport.Identity;
import io.microbench.transport.Knobs;
import io.microbench.transport.Options;
import io.microbench.transport.Transport;
import io.microbench.transport.Transports;
import java.util.List;
import java.util.Optional;

/** Answers messages on a node, from when it is asked to until the conversation ends. */
public final class EchoService implements Service {

    static final String NAME = "messages";

    /**
     * What the node is asked for.
     *
     * @param certificates of those that may connect; nobody else can where the transport encrypts
     */
    record Order(String transport, Knobs knobs, List<String> certificates) {}

    /** Where the node listens, and the certificate by which it is known there; empty where the transport does not encrypt. */
    record Place(String address, List<String> certificates) {}

    /** For the cluster, which makes services by their class. */
    public EchoService() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void serve(Conversation conversation, String arguments) throws Exception {
        Order order = RecordJson.read(arguments, Order.class).orElseThrow();
        Transport transport = Transports.usable(order.transport());
        Optional<Identity> identity = transport.newIdentity();
        Options options = Options.DEFAULT
                .knobs(order.knobs())
                .secured(
                        identity,
                        order.certificates().stream().map(Identity::certificate).toList());
        try (Endpoint endpoint = transport.open(options)) {
            conversation.send(RecordJson.line(new Place(
                    endpoint.listen(),
                    identity.map(Identity::certificate).map(Identity::text).stream()
                            .toList())));
            // The caller says nothing more, and hangs up when it is done.
            conversation.receive();
        }
    }
}
