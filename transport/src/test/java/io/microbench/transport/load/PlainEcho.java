// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Echo.ReceiverReport;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.FutureTask;
import org.HdrHistogram.Histogram;

/**
 * Messages of one length over plain TCP channels of the JDK, without frames, checks or a framework; waits in the
 * channel, or with a selector.
 *
 * @param port the port of the other side
 * @param selects whether a selector waits
 * @param length the length of a message in bytes
 */
record PlainEcho(int port, boolean selects, int length) implements Baseline {

    /** Prints a port, and sends back the data of each connection: {@code PlainEcho selector|blocking LENGTH}. */
    public static void main(String[] arguments) throws IOException {
        boolean selects = arguments[0].equals("selector");
        int length = Integer.parseInt(arguments[1]);
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            System.out.println(((InetSocketAddress) server.getLocalAddress()).getPort());
            while (true) {
                SocketChannel accepted = server.accept();
                new Thread(() -> sendBack(accepted, selects, length)).start();
            }
        }
    }

    private static void sendBack(SocketChannel accepted, boolean selects, int length) {
        try (End end = new End(accepted, selects, length)) {
            while (true) {
                end.read();
                end.write();
            }
        } catch (EOFException e) {
            // The other side has finished.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Histogram roundTrips(int count) throws Exception {
        FutureTask<Histogram> task = new FutureTask<>(() -> measure(count));
        new Thread(task).start();
        return task.get();
    }

    private Histogram measure(int count) throws IOException {
        Histogram durations = ReceiverReport.histogram();
        try (End end = new End(
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)), selects, length)) {
            for (int i = 0; i < count; i++) {
                long begin = System.nanoTime();
                end.write();
                end.read();
                durations.recordValue(System.nanoTime() - begin);
            }
        }
        return durations;
    }

    /** One end of a connection. */
    private static final class End implements AutoCloseable {

        private final SocketChannel socket;
        private final Selector selector = Selector.open();
        private final boolean selects;
        private final ByteBuffer buffer;

        End(SocketChannel socket, boolean selects, int length) throws IOException {
            this.socket = socket;
            this.selects = selects;
            buffer = ByteBuffer.allocateDirect(length);
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (selects) {
                socket.configureBlocking(false);
                socket.register(selector, SelectionKey.OP_READ);
            }
        }

        void write() throws IOException {
            buffer.rewind();
            while (buffer.hasRemaining()) {
                socket.write(buffer);
            }
        }

        void read() throws IOException {
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
}
