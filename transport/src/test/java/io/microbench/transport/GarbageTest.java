// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Echo.ReceiverReport;
import io.microbench.transport.Endpoint.TransportAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how both ends of unencrypted transports handle data that is not a frame on a live connection. */
class GarbageTest {

    private static final int MILLIS = 60_000;
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: nobody.example\r\nAccept: nothing\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private final Receiver receiver = new Receiver() {
        @Override
        public void received(Connection connection, Arrival arrival) {
            Header header = arrival.header();
            events.add(
                    header.kind() == Header.Kind.REPORT
                            ? garbage(arrival.content())
                            : header.kind().name());
        }

        @Override
        public void lost(IOException problem) {
            events.add(problem.getClass().getSimpleName() + ": " + problem.getMessage());
        }
    };

    /** Returns the counters that a node reports. */
    private static String garbage(Content report) {
        try {
            return ReceiverReport.decode(report.copy()).counters().stream()
                    .filter(counter -> counter.name().contains("invalid data"))
                    .map(Fact::value)
                    .collect(Collectors.joining());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private String next() throws InterruptedException {
        return Optional.ofNullable(events.poll(MILLIS, TimeUnit.MILLISECONDS)).orElse("nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "nio"})
    void nodeClosesAndCountsTheConnection(String name) throws Exception {
        try (Endpoint endpoint = Transport.usable(name).open(Options.DEFAULT)) {
            String address = endpoint.listen();
            InetSocketAddress node = TransportAddress.parse(address);
            try (Connection good = endpoint.connect(address, receiver);
                    Content content = good.content(new byte[10]);
                    Socket bad = new Socket(node.getAddress(), node.getPort())) {
                bad.setSoTimeout(MILLIS);
                // First sends a message, to check that the connection works.
                ByteBuffer frame = ByteBuffer.allocate(Header.BYTES + 10);
                Header.message(false, 10, 0, 0, 0, 0).write(frame);
                bad.getOutputStream().write(frame.array());
                assertThat(bad.getInputStream().readNBytes(frame.capacity())).hasSize(frame.capacity());
                bad.getOutputStream().write(REQUEST);
                assertThat(bad.getInputStream().read()).isEqualTo(-1);

                good.send(Header.message(false, 10, 0, 0, 0, 0), content);
                assertThat(next()).isEqualTo("ECHO");
                assertThat(counted(good)).isEqualTo("1");
            }
        }
    }

    /** Reads counters until they have changed: the connection may be closed earlier. */
    private String counted(Connection connection) throws InterruptedException {
        long begin = System.nanoTime();
        String count = "0";
        while (count.equals("0") && System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(MILLIS)) {
            connection.send(Header.of(Header.Kind.REPORT_REQUEST, 0), ArrayContent.NONE);
            count = next();
        }
        return count;
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "nio"})
    void clientReportsTheReceivedBytes(String name) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Endpoint endpoint = Transport.usable(name).open(Options.DEFAULT)) {
            server.setSoTimeout(MILLIS);
            endpoint.connect(TransportAddress.text((InetSocketAddress) server.getLocalSocketAddress()), receiver);
            try (Socket accepted = server.accept()) {
                accepted.setSoTimeout(MILLIS);
                accepted.getOutputStream().write(REQUEST);
                assertThat(next())
                        .isEqualTo("GarbageException: Received data is not a frame: it begins with 4745 54 20, expected"
                                + " 4d62, a kind below 06, and 00 or 01. The other side uses another protocol");
                assertThat(accepted.getInputStream().read()).isEqualTo(-1);
            }
        }
        assertThat(events).isEmpty();
    }
}
