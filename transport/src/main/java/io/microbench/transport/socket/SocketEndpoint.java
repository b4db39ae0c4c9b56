/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.socket;

import io.microbench.text.Durations;
import io.microbench.transport.Connection;
import io.microbench.transport.Echo;
import io.microbench.transport.Endpoint;
import io.microbench.transport.Options;
import io.microbench.transport.Receiver;
import io.microbench.transport.TransportAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Listens, connects, and has a thread for each connection. */
final class SocketEndpoint implements Endpoint {

    private static final int BACKLOG = 1024;

    private final Options options;
    private final Set<SocketConnection> connections = ConcurrentHashMap.newKeySet();
    private final LongAdder garbage = new LongAdder();
    private volatile Optional<ServerSocket> server = Optional.empty();
    private volatile boolean closed;

    SocketEndpoint(Options options) {
        this.options = options;
    }

    @Override
    public String listen() throws IOException {
        ServerSocket listening = new ServerSocket();
        try {
            if (options.knobs().receiveBuffer() > 0) {
                listening.setReceiveBufferSize(options.knobs().receiveBuffer());
            }
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        } catch (IOException e) {
            listening.close();
            throw e;
        }
        server = Optional.of(listening);
        SocketConnection.start("accept", () -> accept(listening));
        return TransportAddress.text((InetSocketAddress) listening.getLocalSocketAddress());
    }

    private void accept(ServerSocket listening) {
        while (!closed) {
            try {
                open(listening.accept(), new Echo(garbage), true);
            } catch (IOException e) {
                if (listening.isClosed()) {
                    return;
                }
            }
        }
    }

    @Override
    public Connection connect(String address, Receiver receiver) throws IOException {
        Socket socket = new Socket();
        try {
            if (options.knobs().receiveBuffer() > 0) {
                socket.setReceiveBufferSize(options.knobs().receiveBuffer());
            }
            connect(socket, TransportAddress.parse(address));
            return open(socket, receiver, options.inFlight() == 1);
        } catch (IOException e) {
            socket.close();
            throw new IOException("There is no connection to " + address + ": " + e.getMessage(), e);
        }
    }

    /**
     * Connects within the deadline. A time limit of the socket's own would leave it in a mode in which it never blocks: the JDK then asks
     * the kernel three times, and not once, for whatever arrives.
     */
    private void connect(Socket socket, InetSocketAddress remote) throws IOException {
        CountDownLatch done = new CountDownLatch(1);
        AtomicBoolean late = new AtomicBoolean();
        SocketConnection.start("connect", () -> {
            if (!isDoneInTime(done)) {
                late.set(true);
                SocketConnection.closeQuietly(socket);
            }
        });
        try {
            socket.connect(remote);
        } catch (IOException e) {
            throw late.get()
                    ? new IOException("nobody answered within " + Durations.text(options.connectDeadline()), e)
                    : e;
        } finally {
            done.countDown();
        }
    }

    private boolean isDoneInTime(CountDownLatch done) {
        try {
            return done.await(options.connectDeadline().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Connection open(Socket socket, Receiver receiver, boolean direct) throws IOException {
        socket.setTcpNoDelay(!options.knobs().nagle());
        if (options.knobs().sendBuffer() > 0) {
            socket.setSendBufferSize(options.knobs().sendBuffer());
        }
        SocketConnection made = new SocketConnection(socket, receiver, options, connections::remove);
        connections.add(made);
        made.start(direct);
        if (closed) {
            made.close();
        }
        return made;
    }

    @Override
    public void close() {
        closed = true;
        server.ifPresent(SocketConnection::closeQuietly);
        connections.forEach(SocketConnection::close);
        connections.forEach(SocketConnection::join);
    }
}
