// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Endpoint.TransportAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests connections to a socket that listens but never accepts. */
class ConnectDeadlineTest {

    private static final int MORE_THAN_WAIT = 10;

    private static final Receiver NOBODY = new Receiver() {
        @Override
        public void received(Connection connection, Arrival arrival) {}

        @Override
        public void lost(IOException problem) {}
    };

    /** Linux ignores connections beyond the backlog; other systems refuse them. */
    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @CsvSource({"socket, no answer within 200 ms", "nio, connection timed out after 200 ms"})
    void waitsNoLongerThanTheDeadline(String name, String reason) throws Exception {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Endpoint endpoint =
                        Transport.usable(name).open(Options.DEFAULT.connectDeadline(Duration.ofMillis(200)))) {
            for (int i = 0; i < MORE_THAN_WAIT; i++) {
                SocketChannel one = SocketChannel.open();
                waiting.add(one);
                one.configureBlocking(false);
                one.connect(server.getLocalSocketAddress());
            }
            String address = TransportAddress.text((InetSocketAddress) server.getLocalSocketAddress());
            assertThatThrownBy(() -> endpoint.connect(address, NOBODY))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("Cannot connect to " + address + ": ")
                    .hasMessageContaining(reason);
        } finally {
            for (SocketChannel one : waiting) {
                one.close();
            }
        }
    }
}
