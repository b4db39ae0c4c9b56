// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Header;
import io.microbench.transport.Options;
import io.microbench.transport.Options.Identity;
import io.microbench.transport.Transport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests streams of one connection: a stream that ends at one side ends at the other, and allows new streams. */
class QuicStreamsTest {

    private static final int MOST = 100;
    private static final int BYTES = 10;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private final Receiver receiver = new Receiver() {
        @Override
        public void received(Connection connection, Arrival arrival) {
            events.add("answer " + arrival.header().sequence());
            if (arrival.header().sequence() < 0) {
                // No node sends or expects this, so the node closes the stream.
                connection.send(Header.of(Header.Kind.ECHO, 0), ArrayContent.NONE);
            }
        }

        @Override
        public void lost(IOException problem) {
            events.add("lost");
        }
    };

    @BeforeAll
    static void needsTheNativeLibrary() {
        assumeThat(Transport.named("quic").unavailable()).isEmpty();
    }

    private static Options options() {
        Identity identity = Security.newIdentity();
        return Options.DEFAULT.secured(Optional.of(identity), List.of(identity.certificate()));
    }

    private String next() throws InterruptedException {
        return Optional.ofNullable(events.poll(60, TimeUnit.SECONDS)).orElse("nothing");
    }

    private static void send(Connection connection, long sequence) {
        try (Content content = connection.content(new byte[BYTES])) {
            connection.send(Header.message(false, BYTES, 0, sequence, 0, 0), content);
        }
    }

    @Test
    void closedStreamsAllowNewOnes() throws Exception {
        try (QuicEndpoint endpoint = new QuicEndpoint(options(), MOST)) {
            String address = endpoint.listen();
            // Keeps the connection of the other streams open.
            try (Connection kept = endpoint.connect(address, receiver)) {
                for (int i = 0; i < 3 * MOST; i++) {
                    try (Connection stream = endpoint.connect(address, receiver)) {
                        send(stream, i);
                        assertThat(next()).isEqualTo("answer " + i);
                    }
                }
                send(kept, 3 * MOST);
                assertThat(next()).isEqualTo("answer " + 3 * MOST);
            }
        }
        assertThat(events).isEmpty();
    }

    @Test
    void reportsOnlyTheStreamThatANodeCloses() throws Exception {
        try (QuicEndpoint endpoint = new QuicEndpoint(options(), MOST)) {
            String address = endpoint.listen();
            try (Connection kept = endpoint.connect(address, receiver);
                    Connection closed = endpoint.connect(address, receiver)) {
                send(closed, -1);
                assertThat(next()).isEqualTo("answer -1");
                assertThat(next()).isEqualTo("lost");
                send(kept, 1);
                assertThat(next()).isEqualTo("answer 1");
            }
        }
    }
}
