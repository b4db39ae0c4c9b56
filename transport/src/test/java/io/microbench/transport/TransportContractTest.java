// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Echo.ReceiverReport;
import io.microbench.transport.Options.Identity;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the contract of every transport. */
class TransportContractTest {

    private static final long SECONDS = 60;

    static Stream<String> names() {
        return Transport.all().stream()
                .filter(transport -> transport.unavailable().isEmpty())
                .map(Transport::name);
    }

    /** Records received frames as text. */
    private static final class Kept implements Receiver {

        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
        private final byte[] expected;

        Kept(byte[] expected) {
            this.expected = expected;
        }

        @Override
        public void received(Connection connection, Arrival arrival) {
            Header header = arrival.header();
            assertThat(arrival.lastNanos()).isGreaterThanOrEqualTo(arrival.firstNanos());
            // The receipt is sent before the event is added, so that it has been sent when the event is seen.
            if (header.kind() == Header.Kind.ECHO && header.legs()) {
                connection.send(header.answer(Header.Kind.ECHO_RECEIPT, 0, header.answered()), ArrayContent.NONE);
            }
            events.add(header.kind() + " " + header.sequence() + " " + header.length() + " "
                    + (header.length() == 0 || arrival.content().isSame(expected)));
            if (header.kind() == Header.Kind.REPORT) {
                try {
                    ReceiverReport report =
                            ReceiverReport.decode(arrival.content().copy());
                    events.add(report.messages() + " messages, "
                            + report.downloads().getTotalCount() + " downloads");
                } catch (IOException e) {
                    events.add(e.toString());
                }
            }
        }

        @Override
        public void lost(IOException problem) {
            events.add("lost");
        }

        String next() throws InterruptedException {
            return Optional.ofNullable(events.poll(SECONDS, TimeUnit.SECONDS)).orElse("nothing");
        }
    }

    static Options options(Transport transport) {
        Optional<Identity> identity = transport.newIdentity();
        // QUIC only notices at its deadline that nothing listens.
        return Options.DEFAULT
                .connectDeadline(Duration.ofSeconds(20))
                .secured(identity, identity.map(Identity::certificate).stream().toList());
    }

    @ParameterizedTest
    @MethodSource("names")
    void returnsMessagesOfAnyLength(String name) throws Exception {
        Transport transport = Transport.usable(name);
        try (Endpoint server = transport.open(options(transport));
                Endpoint client = transport.open(options(transport))) {
            // Endpoints of an encrypting transport must have each other's certificates.
            Endpoint both = transport.newIdentity().isPresent() ? server : client;
            String address = server.listen();
            for (int length : List.of(1, 100, 65_492, 1_000_000)) {
                byte[] bytes = Payloads.of(length, length).get(0);
                Kept kept = new Kept(bytes);
                try (Connection connection = both.connect(address, kept);
                        Content content = connection.content(bytes)) {
                    for (int i = 0; i < 2; i++) {
                        connection.send(Header.message(false, length, 0, i, 0, 0), content);
                        assertThat(kept.next()).isEqualTo("ECHO " + i + " " + length + " true");
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void bothSidesMeasureLegs(String name) throws Exception {
        Transport transport = Transport.usable(name);
        byte[] bytes = new byte[1000];
        Kept kept = new Kept(bytes);
        try (Endpoint endpoint = transport.open(options(transport));
                Connection connection = endpoint.connect(endpoint.listen(), kept);
                Content content = connection.content(bytes)) {
            for (int i = 0; i < 3; i++) {
                connection.send(Header.message(true, bytes.length, 0, i, 0, 0), content);
                assertThat(kept.next()).isEqualTo("RECEIPT " + i + " 0 true");
                assertThat(kept.next()).isEqualTo("ECHO " + i + " 1000 true");
            }
            connection.send(Header.of(Header.Kind.REPORT_REQUEST, 0), ArrayContent.NONE);
            assertThat(kept.next()).startsWith("REPORT ");
            assertThat(kept.next()).isEqualTo("3 messages, 3 downloads");
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void runsTasksAfterEarlierFrames(String name) throws Exception {
        Transport transport = Transport.usable(name);
        byte[] bytes = new byte[1000];
        for (int inFlight : List.of(1, 10)) {
            Kept kept = new Kept(bytes);
            try (Endpoint endpoint = transport.open(options(transport).inFlight(inFlight));
                    Connection connection = endpoint.connect(endpoint.listen(), kept);
                    Content content = connection.content(bytes)) {
                connection.send(Header.message(false, bytes.length, 0, 0, 0, 0), content);
                connection.execute(() -> connection.send(Header.message(false, bytes.length, 0, 1, 0, 0), content));
                assertThat(kept.next()).isEqualTo("ECHO 0 1000 true");
                assertThat(kept.next()).isEqualTo("ECHO 1 1000 true");
            }
        }
    }

    @Tag("processes")
    @ParameterizedTest
    @MethodSource("names")
    void reportsAClosedEndToTheOther(String name) throws Exception {
        Transport transport = Transport.usable(name);
        Options options = options(transport);
        Kept kept = new Kept(new byte[0]);
        try (Endpoint client = transport.open(options)) {
            String address;
            try (Endpoint server = transport.open(options)) {
                address = server.listen();
                client.connect(address, kept);
            }
            assertThat(kept.next()).isEqualTo("lost");
            assertThatThrownBy(() -> client.connect(address, kept))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Cannot connect to " + address);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void leavesNothing(String name) throws Exception {
        Transport transport = Transport.usable(name);
        try (Endpoint endpoint = transport.open(options(transport))) {
            endpoint.connect(endpoint.listen(), new Kept(new byte[0]));
            assertThat(threads(name)).isNotEmpty();
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!threads(name).isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.sleep(10);
        }
        assertThat(threads(name)).isEmpty();
    }

    /** Returns the stacks of the threads of a transport. */
    private static Map<String, List<StackTraceElement>> threads(String name) {
        Map<String, List<StackTraceElement>> found = new HashMap<>();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (thread.getName().startsWith("transport-" + name + "-")) {
                found.put(thread.getName(), List.of(stack));
            }
        });
        return found;
    }
}
