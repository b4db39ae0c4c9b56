// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.text.Durations;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Endpoint.TransportAddress;
import io.microbench.transport.Transport.Wire;
import io.microbench.transport.TransportSettings.TransportSetting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** An endpoint with a thread for each connection. */
final class SocketEndpoint implements Endpoint {

    private static final int BACKLOG = 1024;

    private final Options options;
    private final Set<SocketConnection> connections = ConcurrentHashMap.newKeySet();
    private final LongAdder garbage = new LongAdder();
    private volatile Optional<ServerSocketChannel> server = Optional.empty();
    private volatile Optional<Thread> accepting = Optional.empty();
    private volatile boolean closed;

    SocketEndpoint(Options options) {
        this.options = options;
    }

    @Override
    public String listen() throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        try {
            if (options.knobs().receiveBuffer() > 0) {
                listening.setOption(
                        StandardSocketOptions.SO_RCVBUF, options.knobs().receiveBuffer());
            }
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        } catch (IOException e) {
            listening.close();
            throw e;
        }
        server = Optional.of(listening);
        accepting = Optional.of(SocketConnection.start("accept", () -> accept(listening)));
        return TransportAddress.text((InetSocketAddress) listening.getLocalAddress());
    }

    private void accept(ServerSocketChannel listening) {
        while (!closed) {
            try {
                open(listening.accept(), new Echo(garbage), true);
            } catch (IOException e) {
                if (!listening.isOpen()) {
                    return;
                }
            }
        }
    }

    @Override
    public Connection connect(String address, Receiver receiver) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            if (options.knobs().receiveBuffer() > 0) {
                channel.setOption(
                        StandardSocketOptions.SO_RCVBUF, options.knobs().receiveBuffer());
            }
            // The socket of a blocking channel supports a connect timeout; the channel does not.
            channel.socket()
                    .connect(
                            TransportAddress.parse(address),
                            Math.toIntExact(options.connectDeadline().toMillis()));
            return open(channel, receiver, options.inFlight() == 1);
        } catch (IOException e) {
            channel.close();
            String reason = e instanceof SocketTimeoutException
                    ? "no answer within " + Durations.text(options.connectDeadline())
                    : e.getMessage();
            throw new IOException("Cannot connect to " + address + ": " + reason, e);
        }
    }

    private Connection open(SocketChannel channel, Receiver receiver, boolean direct) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, !options.knobs().nagle());
        if (options.knobs().sendBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, options.knobs().sendBuffer());
        }
        SocketConnection made = new SocketConnection(channel, receiver, options, connections::remove);
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
        // The accepting thread may be about to start the threads of a connection.
        accepting.ifPresent(SocketConnection::join);
        connections.forEach(SocketConnection::close);
        connections.forEach(SocketConnection::join);
    }

    /** Blocking TCP sockets of the JDK, with a thread for each connection. */
    public static final class SocketTransport implements Transport {

        @Override
        public String name() {
            return "socket";
        }

        @Override
        public Wire wire() {
            return Wire.TCP;
        }

        @Override
        public Set<TransportSetting> knobs() {
            return EnumSet.of(TransportSetting.SEND_BUFFER, TransportSetting.RECEIVE_BUFFER, TransportSetting.NAGLE);
        }

        @Override
        public Endpoint open(Options options) {
            return new SocketEndpoint(options);
        }
    }
}
