// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.AbstractRelay.Departures;
import io.microbench.transport.AbstractRelay.TimedQueue;
import io.microbench.transport.Endpoint.TransportAddress;
import io.microbench.transport.Relay.Link;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Forwards datagrams individually. With jitter, datagrams may be reordered. Lost datagrams, and those for which the
 * queue has no space, are dropped. As in network address translation, each sender has its own socket to the target.
 */
final class DatagramRelay extends AbstractRelay {

    private static final int LONGEST = 64 << 10;

    private final DatagramChannel front;
    private final InetSocketAddress target;
    private final Map<SocketAddress, Target> ways = new ConcurrentHashMap<>();

    private DatagramRelay(DatagramChannel front, InetSocketAddress target, Link link) {
        super(link);
        this.front = front;
        this.target = target;
    }

    /** The socket to the target and the queue of one sender. */
    private record Target(DatagramChannel channel, Departures departures, TimedQueue<ByteBuffer> line) {}

    static DatagramRelay open(String target, Link link) throws IOException {
        InetSocketAddress address = TransportAddress.parse(target);
        DatagramRelay relay = new DatagramRelay(bound(), address, link);
        relay.start("read-to", relay::readTo, () -> {});
        return relay;
    }

    private static DatagramChannel bound() throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        try {
            return channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public String address() {
        return TransportAddress.text((InetSocketAddress) front.socket().getLocalSocketAddress());
    }

    private void readTo() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(LONGEST);
        while (true) {
            SocketAddress sender = front.receive(buffer);
            long now = System.nanoTime();
            Target way = ways.get(sender);
            if (way == null) {
                way = open(sender);
                ways.put(sender, way);
            }
            hold(buffer, now, way.departures(), way.line());
        }
    }

    private Target open(SocketAddress sender) throws IOException {
        DatagramChannel channel = bound();
        Target way = new Target(channel, departures(), line());
        Departures back = departures();
        TimedQueue<ByteBuffer> backLine = line();
        start("write-to", () -> write(way.line(), channel, target), () -> {});
        start("read-from", () -> readFrom(channel, back, backLine), () -> {});
        start("write-from", () -> write(backLine, front, sender), () -> {});
        return way;
    }

    private static void readFrom(DatagramChannel channel, Departures departures, TimedQueue<ByteBuffer> line)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(LONGEST);
        while (true) {
            channel.receive(buffer);
            hold(buffer, System.nanoTime(), departures, line);
        }
    }

    private static void hold(ByteBuffer buffer, long now, Departures departures, TimedQueue<ByteBuffer> line) {
        ByteBuffer copy =
                ByteBuffer.allocate(buffer.flip().remaining()).put(buffer).flip();
        buffer.clear();
        departures.ofDatagram(now).ifPresent(due -> {
            if (!line.offer(copy, copy.remaining(), due)) {
                departures.overflowed();
            }
        });
    }

    private static void write(TimedQueue<ByteBuffer> line, DatagramChannel channel, SocketAddress receiver)
            throws IOException, InterruptedException {
        while (true) {
            channel.send(line.take(), receiver);
        }
    }

    @Override
    public void close() {
        close(front);
        ways.values().forEach(way -> close(way.channel()));
        endThreads();
        ways.values().forEach(way -> close(way.channel()));
    }
}
