/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLSocket;

/** A connection of which JGroups sees only what comes after the handshake. */
final class GateSocket extends Socket {

    private final Gatekeeper keeper;

    /** Lies on top of this socket, which stays the one that is configured and closed. */
    private volatile Optional<SSLSocket> secure = Optional.empty();

    GateSocket(Gatekeeper keeper) {
        this.keeper = keeper;
    }

    void secure(SSLSocket layer) {
        secure = Optional.of(layer);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        super.connect(endpoint, timeout);
        try {
            keeper.call(this);
        } catch (IOException | RuntimeException e) {
            abandon();
            throw e;
        }
    }

    /** Connects without a word. */
    void connectOnly(SocketAddress endpoint, int timeout) throws IOException {
        super.connect(endpoint, timeout);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return secure.isPresent() ? secure.get().getInputStream() : super.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return secure.isPresent() ? secure.get().getOutputStream() : super.getOutputStream();
    }

    /** Closes the connection itself: a closing word of TLS may wait for the other side. */
    @Override
    public void close() throws IOException {
        super.close();
    }

    void abandon() {
        try {
            super.close();
        } catch (IOException e) {
            // It is closed, then.
        }
    }
}
