// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.process.TemporaryFolders;
import io.microbench.transport.AbstractRelay.Departures;
import io.microbench.transport.AbstractRelay.TimedQueue;
import io.microbench.transport.Endpoint.TransportAddress;
import io.microbench.transport.Relay.Link;
import io.microbench.transport.Transport.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Forwards the bytes of connections in order. In each direction, one thread reads and another writes due data. */
final class StreamRelay extends AbstractRelay {

    private static final int BUFFER = 64 << 10;

    private final ServerSocketChannel server;
    private final Optional<Path> folder;
    private final SocketAddress target;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private StreamRelay(ServerSocketChannel server, Optional<Path> folder, SocketAddress target, Link link) {
        super(link);
        this.server = server;
        this.folder = folder;
        this.target = target;
    }

    static StreamRelay open(Wire wire, String target, Link link) throws IOException {
        boolean unix = wire == Wire.UNIX;
        Optional<Path> folder = unix ? Optional.of(TemporaryFolders.create()) : Optional.empty();
        ServerSocketChannel server =
                unix ? ServerSocketChannel.open(StandardProtocolFamily.UNIX) : ServerSocketChannel.open();
        StreamRelay relay = new StreamRelay(
                server, folder, unix ? UnixDomainSocketAddress.of(target) : TransportAddress.parse(target), link);
        try {
            server.bind(
                    folder.<SocketAddress>map(made -> UnixDomainSocketAddress.of(made.resolve("relay")))
                            .orElseGet(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                    0);
        } catch (IOException e) {
            relay.close();
            throw e;
        }
        relay.start("accept", relay::accept, () -> {});
        return relay;
    }

    @Override
    public String address() {
        try {
            SocketAddress local = server.getLocalAddress();
            return local instanceof InetSocketAddress internet ? TransportAddress.text(internet) : local.toString();
        } catch (IOException e) {
            throw new IllegalStateException("The relay is closed", e);
        }
    }

    private void accept() throws IOException {
        while (!closed) {
            SocketChannel near = server.accept();
            open.add(near);
            try {
                SocketChannel far = SocketChannel.open(target);
                open.add(far);
                pass(near, far);
            } catch (IOException e) {
                // The target does not listen, so the caller's connection is closed.
                closeQuietly(near);
            }
        }
    }

    private void pass(SocketChannel near, SocketChannel far) throws IOException {
        AtomicInteger ends = new AtomicInteger();
        Runnable end = () -> {
            if (ends.incrementAndGet() == 2) {
                closeQuietly(near);
                closeQuietly(far);
            }
        };
        pass("to", near, far, end);
        pass("from", far, near, end);
        if (closed) {
            closeQuietly(near);
            closeQuietly(far);
        }
    }

    private void pass(String name, SocketChannel from, SocketChannel to, Runnable end) throws IOException {
        if (target instanceof InetSocketAddress) {
            to.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        Departures departures = departures();
        TimedQueue<Optional<ByteBuffer>> line = line();
        start("read-" + name, () -> read(from, departures, line), () -> end(line, departures));
        start("write-" + name, () -> write(line, to), end);
    }

    private static void read(SocketChannel from, Departures departures, TimedQueue<Optional<ByteBuffer>> line)
            throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        while (from.read(buffer) >= 0) {
            long now = System.nanoTime();
            buffer.flip();
            ByteBuffer copy =
                    ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
            buffer.clear();
            line.add(Optional.of(copy), copy.remaining(), departures.ofSegments(now, copy.remaining()));
        }
    }

    private static void end(TimedQueue<Optional<ByteBuffer>> line, Departures departures) {
        line.offer(Optional.empty(), 0, departures.ofEnd(System.nanoTime()));
    }

    private static void write(TimedQueue<Optional<ByteBuffer>> line, SocketChannel to)
            throws IOException, InterruptedException {
        Optional<ByteBuffer> next = line.take();
        while (next.isPresent()) {
            ByteBuffer bytes = next.get();
            while (bytes.hasRemaining()) {
                to.write(bytes);
            }
            next = line.take();
        }
        to.shutdownOutput();
    }

    private void closeQuietly(SocketChannel channel) {
        open.remove(channel);
        close(channel);
    }

    @Override
    public void close() {
        closed = true;
        close(server);
        open.forEach(this::closeQuietly);
        endThreads();
        open.forEach(this::closeQuietly);
        folder.ifPresent(TemporaryFolders::remove);
    }
}
