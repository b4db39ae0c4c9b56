// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Options.Identity;
import io.microbench.transport.Relay.Link;
import io.microbench.transport.Relay.RelayCounters;
import io.microbench.transport.Transport.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests real messages through a relay; times are only compared as lower bounds, or as ratios within one run. */
@Tag("any-jdk")
class RelayTest {

    private static final Duration EACH_WAY = Duration.ofMillis(10);
    private static final long ROUND_TRIP = 2 * EACH_WAY.toNanos();
    private static final byte[] BYTES = new byte[100];
    private static final int MESSAGES = 20;

    static Stream<String> names() {
        return Stream.of("socket", "uds", "quic")
                .filter(name -> Transport.named(name).unavailable().isEmpty());
    }

    /** Records the answers in the order of arrival. */
    private static final class Answers implements Receiver {

        private final BlockingQueue<Long> sequences = new LinkedBlockingQueue<>();

        @Override
        public void received(Connection connection, Arrival arrival) {
            sequences.add(arrival.content().isSame(BYTES) ? arrival.header().sequence() : -1);
        }

        @Override
        public void lost(IOException problem) {
            sequences.add(-2L);
        }

        long next() throws InterruptedException {
            return Optional.ofNullable(sequences.poll(60, TimeUnit.SECONDS)).orElse(-3L);
        }
    }

    private interface Body {
        void run(Connection connection, Content content, Answers answers, RelayCounters counters) throws Exception;
    }

    private static void through(String name, Link link, Body body) throws Exception {
        Transport transport = Transport.usable(name);
        Optional<Identity> identity = transport.newIdentity();
        Options options = Options.DEFAULT
                .inFlight(MESSAGES)
                .secured(identity, identity.map(Identity::certificate).stream().toList());
        Answers answers = new Answers();
        try (Endpoint endpoint = transport.open(options);
                Relay relay = Relay.open(transport.wire(), endpoint.listen(), link);
                Connection connection = endpoint.connect(relay.address(), answers);
                Content content = connection.content(BYTES)) {
            body.run(connection, content, answers, relay.counters());
        }
        assertThat(threads()).isEmpty();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(thread -> thread.startsWith("relay-"))
                .toList();
    }

    private static void send(Connection connection, Content content, long sequence) {
        connection.send(Header.message(false, BYTES.length, 0, sequence, 0, 0), content);
    }

    @ParameterizedTest
    @MethodSource("names")
    void delaysEachWayAndConcurrentMessagesInParallel(String name) throws Exception {
        through(name, new Link(EACH_WAY, Duration.ZERO, 0, 1), (connection, content, answers, counters) -> {
            long begin = System.nanoTime();
            for (int i = 0; i < MESSAGES; i++) {
                long sent = System.nanoTime();
                send(connection, content, i);
                assertThat(answers.next()).isEqualTo(i);
                assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(ROUND_TRIP);
            }
            final long oneByOne = System.nanoTime() - begin;
            begin = System.nanoTime();
            for (int i = 0; i < MESSAGES; i++) {
                send(connection, content, i);
            }
            for (int i = 0; i < MESSAGES; i++) {
                assertThat(answers.next()).isEqualTo(i);
            }
            // The factor is twenty on an idle machine.
            assertThat(System.nanoTime() - begin)
                    .isGreaterThanOrEqualTo(ROUND_TRIP)
                    .isLessThan(oneByOne / 2);
            assertThat(counters.losses()).isZero();
        });
    }

    @ParameterizedTest
    @MethodSource("names")
    void deliversLostSegmentsLater(String name) throws Exception {
        through(name, new Link(Duration.ZERO, Duration.ZERO, 0.1, 1), (connection, content, answers, counters) -> {
            long longest = 0;
            for (int i = 0; i < 2 * MESSAGES; i++) {
                long sent = System.nanoTime();
                send(connection, content, i);
                assertThat(answers.next()).isEqualTo(i);
                longest = Math.max(longest, System.nanoTime() - sent);
            }
            assertThat(counters.losses()).isPositive();
            if (!name.equals("quic")) {
                assertThat(Duration.ofNanos(longest)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
            }
        });
    }

    @Test
    void reportsALostEndBehindARelay() throws Exception {
        Transport transport = Transport.usable("socket");
        Answers answers = new Answers();
        try (Endpoint client = transport.open(Options.DEFAULT)) {
            Endpoint server = transport.open(Options.DEFAULT);
            try (Relay relay = Relay.open(Wire.TCP, server.listen(), Link.PERFECT)) {
                Connection connection = client.connect(relay.address(), answers);
                send(connection, connection.content(BYTES), 0);
                assertThat(answers.next()).isZero();
                server.close();
                assertThat(answers.next()).isEqualTo(-2);

                client.connect(relay.address(), answers);
                assertThat(answers.next()).isEqualTo(-2);
            }
        }
        assertThat(threads()).isEmpty();
    }

    @Test
    void removesTheFileOfARelay() throws Exception {
        List<Path> files = new ArrayList<>();
        try (Relay relay = Relay.open(Wire.UNIX, "/nowhere/socket", Link.PERFECT)) {
            files.add(Path.of(relay.address()));
            assertThat(files.get(0)).exists();
        }
        assertThat(Files.exists(files.get(0).getParent())).isFalse();
    }

    @Test
    void rejectsARelayWithinOneJvm() {
        assertThatThrownBy(() -> Relay.open(Wire.MEMORY, "x", Link.PERFECT))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("No relay is possible between two ends within one JVM");
    }
}
