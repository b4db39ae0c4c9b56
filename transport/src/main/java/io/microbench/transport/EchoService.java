// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.cluster.Conversation;
import io.microbench.cluster.Service;
import io.microbench.result.RecordJson;
import java.util.List;
import java.util.Optional;

/** Answers messages on a node for the duration of a conversation. */
public final class EchoService implements Service {

    static final String NAME = "messages";

    /**
     * The request to a node.
     *
     * @param certificates the certificates of those that may connect, if the transport encrypts
     */
    record Order(String transport, Knobs knobs, List<String> certificates) {}

    /** The address on which the node listens, and its certificate; without one if the transport does not encrypt. */
    record Place(String address, List<String> certificates) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void serve(Conversation conversation, String arguments) throws Exception {
        Order order = RecordJson.read(arguments, Order.class).orElseThrow();
        Transport transport = Transport.usable(order.transport());
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
            // The caller sends nothing more, and closes the conversation at the end.
            conversation.receive();
        }
    }
}
