/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.transport.LegReport;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.HdrHistogram.Histogram;

/**
 * Messages of one length over a TCP channel of the JDK and nothing else: no frames, no checks, no framework. Waits in the channel, or by a
 * selector.
 */
final class PlainEcho implements Baseline {

    private final SocketChannel socket;
    private final Selector selector;
    private final boolean selects;
    private final ByteBuffer buffer;

    private PlainEcho(SocketChannel socket, boolean selects, int length) throws IOException {
        this.socket = socket;
        this.selects = selects;
        selector = Selector.open();
        buffer = ByteBuffer.allocateDirect(length);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (selects) {
            socket.configureBlocking(false);
            socket.register(selector, SelectionKey.OP_READ);
        }
    }

    /** Prints a port, and sends back what one connection to it sends: {@code PlainEcho selector|blocking LENGTH}. */
    public static void main(String[] arguments) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            System.out.println(((InetSocketAddress) server.getLocalAddress()).getPort());
            PlainEcho echo =
                    new PlainEcho(server.accept(), arguments[0].equals("selector"), Integer.parseInt(arguments[1]));
            while (true) {
                echo.read();
                echo.write();
            }
        } catch (EOFException e) {
            // The other side is done.
        }
    }

    static PlainEcho connect(int port, boolean selects, int length) throws IOException {
        return new PlainEcho(
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)), selects, length);
    }

    @Override
    public Histogram roundTrips(int count) throws IOException {
        Histogram durations = LegReport.histogram();
        for (int i = 0; i < count; i++) {
            long begin = System.nanoTime();
            write();
            read();
            durations.recordValue(System.nanoTime() - begin);
        }
        return durations;
    }

    private void write() throws IOException {
        buffer.rewind();
        while (buffer.hasRemaining()) {
            socket.write(buffer);
        }
    }

    private void read() throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (selects) {
                selector.select();
                selector.selectedKeys().clear();
            }
            if (socket.read(buffer) < 0) {
                throw new EOFException();
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        selector.close();
    }
}
