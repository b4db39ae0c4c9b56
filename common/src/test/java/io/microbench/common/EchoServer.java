// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.Fixture;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;

/** Sends back all received bytes, in a separate JVM. */
public final class EchoServer implements Fixture {

    private static final int BACKLOG = 1000;
    private static final int BUFFER = 1024;

    private final ServerSocket socket;

    /** Binds a free port. */
    public EchoServer() throws IOException {
        socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    }

    @Override
    public Map<String, String> start(Start given) {
        daemon(this::accept);
        return Map.of("port", Integer.toString(socket.getLocalPort()));
    }

    @Override
    public void check() throws IOException {
        try (Socket client = new Socket(socket.getInetAddress(), socket.getLocalPort())) {
            client.getOutputStream().write(1);
            if (client.getInputStream().read() != 1) {
                throw new IOException("the server did not return the byte that it received");
            }
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                client.setTcpNoDelay(true);
                daemon(() -> echo(client));
            }
        } catch (IOException e) {
            // The server was closed.
        }
    }

    private static void echo(Socket client) {
        byte[] buffer = new byte[BUFFER];
        try (client) {
            InputStream in = client.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // The client has disconnected.
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "echo");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
