// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.cluster.Cluster;
import io.microbench.cluster.Conversation;
import io.microbench.cluster.Member;
import io.microbench.cluster.Service;
import io.microbench.result.RecordJson;
import io.microbench.transport.Options.Identity;
import io.microbench.transport.Relay.Link;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The addresses at which nodes answer the messages of one transport, until this object is closed. */
public final class Places implements AutoCloseable {

    private final Transport transport;
    private final Options options;
    private final List<String> addresses;
    private final List<AutoCloseable> open;
    private final List<Relay> relays;

    private Places(
            Transport transport,
            Options options,
            List<String> addresses,
            List<AutoCloseable> open,
            List<Relay> relays) {
        this.transport = transport;
        this.options = options;
        this.addresses = addresses;
        this.open = open;
        this.relays = List.copyOf(relays);
    }

    /**
     * Makes nodes listen.
     *
     * @param members the nodes, each with an {@link EchoService}; none if the transport is within this JVM
     */
    public static Places open(Transport transport, Options options, Cluster cluster, List<Member> members)
            throws IOException {
        Optional<Identity> identity = transport.newIdentity();
        List<AutoCloseable> open = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            String order = RecordJson.line(new EchoService.Order(
                    transport.name(),
                    options.knobs(),
                    identity.map(Identity::certificate).map(Identity::text).stream()
                            .toList()));
            for (Member member : members) {
                Conversation conversation = cluster.open(member, EchoService.NAME, order);
                open.add(conversation);
                EchoService.Place place = place(conversation);
                addresses.add(place.address());
                place.certificates().forEach(text -> certificates.add(Identity.certificate(text)));
            }
            return new Places(
                    transport, options.secured(identity, certificates), List.copyOf(addresses), open, List.of());
        } catch (IOException | RuntimeException e) {
            close(open);
            throw e;
        }
    }

    /** Opens the given number of listening endpoints in this JVM, for a transport within one JVM. */
    public static Places inThisJvm(Transport transport, Options options, int count) throws IOException {
        Optional<Identity> identity = transport.newIdentity();
        Options secured = options.secured(
                identity, identity.map(Identity::certificate).stream().toList());
        List<AutoCloseable> open = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                Endpoint endpoint = transport.open(secured);
                open.add(endpoint);
                addresses.add(endpoint.listen());
            }
            return new Places(transport, secured, List.copyOf(addresses), open, List.of());
        } catch (IOException | RuntimeException e) {
            close(open);
            throw e;
        }
    }

    /**
     * Opens a relay for each address; all relays are closed with the places.
     *
     * @throws IOException if a relay cannot listen; then everything is closed
     */
    public Places relayed(Link link) throws IOException {
        List<AutoCloseable> all = new ArrayList<>();
        List<Relay> made = new ArrayList<>();
        try {
            for (String address : addresses) {
                made.add(Relay.open(transport.wire(), address, link));
            }
        } catch (IOException | RuntimeException e) {
            close(List.copyOf(made));
            close();
            throw e;
        }
        all.addAll(made);
        all.addAll(open);
        return new Places(transport, options, made.stream().map(Relay::address).toList(), all, made);
    }

    /** Returns the relays; empty unless requested. */
    public List<Relay> relays() {
        return relays;
    }

    private static EchoService.Place place(Conversation conversation) throws IOException {
        try {
            String line = conversation
                    .receive()
                    .orElseThrow(() ->
                            new IOException("Node " + conversation.member().name() + " does not listen: "
                                    + conversation
                                            .end()
                                            .map(end -> "the conversation was " + end.text())
                                            .orElse("it sent no answer")));
            return RecordJson.read(line, EchoService.Place.class).orElseThrow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(
                    "Interrupted before node " + conversation.member().name() + " listened", e);
        }
    }

    /** Returns the addresses, in the order of the nodes. */
    public List<String> addresses() {
        return addresses;
    }

    /** Opens an endpoint for connections to the addresses. */
    public Endpoint client() throws IOException {
        return transport.open(options);
    }

    @Override
    public void close() {
        close(open);
    }

    private static void close(List<? extends AutoCloseable> open) {
        for (AutoCloseable opened : open) {
            try {
                opened.close();
            } catch (Exception e) {
                throw new IllegalStateException("Cannot close an endpoint", e);
            }
        }
    }

    /** Answers messages on a node for the duration of a conversation. */
    public static final class EchoService implements Service {

        static final String NAME = "messages";

        /**
         * The request to a node.
         *
         * @param certificates the certificates of clients that may connect, if the transport encrypts
         */
        record Order(String transport, TransportSettings knobs, List<String> certificates) {}

        /** The address on which the node listens, and its certificate; empty if the transport does not encrypt. */
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
                            order.certificates().stream()
                                    .map(Identity::certificate)
                                    .toList());
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
}
