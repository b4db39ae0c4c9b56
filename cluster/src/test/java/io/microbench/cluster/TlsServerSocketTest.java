// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TlsServerSocketTest {

    @TempDir
    private Path folder;

    private TlsServerSocket listen() throws IOException {
        TlsServerSocket server =
                new TlsServerSocket(NodeKey.readOrCreate(KeyFiles.in(folder)), new InetSocketAddress("127.0.0.1", 0));
        server.open();
        return server;
    }

    /** Opens connections that never finish the handshake, half of them after the beginning of a TLS message. */
    private static List<Socket> hold(InetSocketAddress address, int connections) throws IOException {
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            Socket socket = new Socket();
            held.add(socket);
            socket.connect(address);
            socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0}, 0, i % 2 * 5);
        }
        return held;
    }

    @Test
    void acceptsCallerDespiteSilentConnections() throws Exception {
        try (TlsServerSocket server = listen()) {
            List<Socket> held = hold(server.address(), TlsServerSocket.CALLERS + 8);
            SSLContext tls = NodeKey.readOrCreate(KeyFiles.in(folder));
            try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket()) {
                NodeKey.configure(socket);
                socket.connect(server.address(), 60_000);
                NodeKey.handshake(socket);

                assertThat(server.accept().getPort()).isEqualTo(socket.getLocalPort());
            } finally {
                for (Socket socket : held) {
                    socket.close();
                }
            }
            // The oldest ones were closed.
            TestNodes.await(() -> server.refused() >= 9);
        }
    }

    @RepeatedTest(50)
    void freesPortOnClose() throws Exception {
        TlsServerSocket server = listen();
        InetSocketAddress address = server.address();
        // Usually its thread is waiting for the next caller.
        hold(address, 1).get(0).close();

        server.close();

        try (ServerSocket next = new ServerSocket()) {
            next.bind(address);
            assertThat(next.isBound()).isTrue();
        }
    }
}
