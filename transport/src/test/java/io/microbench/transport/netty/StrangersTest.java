// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content;
import io.microbench.transport.Endpoint;
import io.microbench.transport.Header;
import io.microbench.transport.Options;
import io.microbench.transport.Options.Identity;
import io.microbench.transport.Transport;
import io.microbench.transport.TransportException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that encrypting transports accept and connect only to endpoints with trusted certificates. */
@Tag("any-jdk")
class StrangersTest {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final Identity known = Security.newIdentity();
    private final Identity stranger = Security.newIdentity();

    private static Options options(Identity own, Identity trusted) {
        return Options.DEFAULT.connectDeadline(DEADLINE).secured(Optional.of(own), List.of(trusted.certificate()));
    }

    /** Returns how the first message ended. */
    private static String firstMessage(Transport transport, Options server, Options client) throws Exception {
        CompletableFuture<String> end = new CompletableFuture<>();
        Receiver receiver = new Receiver() {
            @Override
            public void received(Connection connection, Arrival arrival) {
                end.complete("answered");
            }

            @Override
            public void lost(IOException problem) {
                end.complete("refused");
            }
        };
        try (Endpoint listening = transport.open(server);
                Endpoint calling = transport.open(client)) {
            String address = listening.listen();
            try (Connection connection = calling.connect(address, receiver);
                    Content content = connection.content(new byte[10])) {
                connection.send(Header.message(false, 10, 0, 0, 0, 0), content);
                return end.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("Cannot connect to " + address);
                return "refused";
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls", "quic"})
    @Tag("jdk")
    void acceptsOnlyTrustedCertificates(String name) throws Exception {
        Transport transport = Transport.named(name);
        if (transport.unavailable().isPresent()) {
            assertThatThrownBy(() -> Transport.usable(name)).hasMessageContaining("cannot be used here");
            return;
        }
        Identity server = Security.newIdentity();

        assertThat(firstMessage(transport, options(server, known), options(known, server)))
                .isEqualTo("answered");
        assertThat(firstMessage(transport, options(server, known), options(stranger, server)))
                .isEqualTo("refused");
        assertThat(firstMessage(transport, options(server, known), options(known, stranger)))
                .isEqualTo("refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls", "quic"})
    void rejectsAnExpiredCertificateFirst(String name) {
        Transport transport = Transport.named(name);
        Instant day = Instant.parse("2026-01-02T00:00:00Z");
        Identity old = Security.newIdentity(day.minus(Duration.ofDays(1)), day);
        if (transport.unavailable().isPresent()) {
            return;
        }

        assertThatThrownBy(() -> transport.open(options(known, old)).close())
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(
                        "The certificate of the other side is valid from 2026-01-01T00:00:00Z to 2026-01-02")
                .hasMessageContaining("Compare the clocks");
        assertThatThrownBy(() -> transport.open(options(old, known)).close())
                .hasMessageContaining("The certificate of this side");
    }
}
