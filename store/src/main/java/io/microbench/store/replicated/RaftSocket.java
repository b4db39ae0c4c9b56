// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.Consumer;

/** A connection between a client and a member, with a thread that reads its messages. */
final class RaftSocket implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    RaftSocket(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
        out = socket.getOutputStream();
    }

    /**
     * Starts reading messages.
     *
     * @param ended receives the reason when the connection ends
     */
    void start(RaftMessages.Taker taker, Consumer<String> ended) {
        Thread reader = new Thread(
                () -> {
                    try {
                        RaftMessages.readAll(in, taker);
                        ended.accept("the connection was closed");
                    } catch (IOException e) {
                        ended.accept(e.toString());
                    } finally {
                        close();
                    }
                },
                "raft-socket");
        reader.setDaemon(true);
        reader.start();
    }

    void send(byte[] piece) throws IOException {
        out.write(piece);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The error is ignored, because the connection is no longer used.
        }
    }
}
