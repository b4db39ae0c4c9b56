/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class GateTest {

    private static final HandshakeKey KEY = new HandshakeKey(1, "the secret of both");

    private static Gatekeeper keeper(String name) {
        Gatekeeper keeper = new Gatekeeper(KEY, Optional.empty());
        keeper.introduce(new Handshake.Card(name, name, name));
        return keeper;
    }

    /** Connections that never finish the handshake, some after its beginning. */
    private static List<Socket> hold(InetSocketAddress address, int connections) throws IOException {
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            Socket socket = new Socket();
            held.add(socket);
            socket.connect(address);
            socket.getOutputStream().write("MBNODE\r\n".substring(0, i % 9).getBytes(StandardCharsets.US_ASCII));
            // Whoever is greeted has a thread of its own.
            socket.getInputStream().readNBytes(8);
        }
        return held;
    }

    @Test
    void whoHoldsAllPlacesWithoutAWordKeepsNobodyOut() throws Exception {
        try (Gatekeeper called = keeper("called");
                Gatekeeper caller = keeper("caller");
                Gate gate = new Gate(called, new InetSocketAddress("127.0.0.1", 0))) {
            gate.open();
            List<Socket> held = hold(gate.address(), Gate.CALLERS + 8);
            try (GateSocket socket = new GateSocket(caller)) {
                socket.connect(gate.address(), 60_000);

                assertThat(gate.accept().getPort()).isEqualTo(socket.getLocalPort());
            } finally {
                for (Socket socket : held) {
                    socket.close();
                }
            }
            // Those that were there first had to go.
            TestNodes.await(() -> called.refused() >= 9);
        }
    }

    @RepeatedTest(50)
    void aClosedGateLeavesItsPortFree() throws Exception {
        try (Gatekeeper keeper = keeper("called")) {
            Gate gate = new Gate(keeper, new InetSocketAddress("127.0.0.1", 0));
            InetSocketAddress address = gate.address();
            gate.open();
            // Its thread waits for the next caller, usually.
            hold(address, 1).get(0).close();

            gate.close();

            try (ServerSocket next = new ServerSocket()) {
                next.bind(address);
                assertThat(next.isBound()).isTrue();
            }
        }
    }
}
