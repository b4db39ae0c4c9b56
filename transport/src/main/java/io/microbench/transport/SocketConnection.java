// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.ByteCounts;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.TransportSettings.TransportSetting;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A blocking channel with a reading thread. Its buffers are direct, which saves a copy in the JDK. With one message in
 * flight, the sender writes. Otherwise a separate thread writes, because two sides that both write before they read
 * would deadlock.
 */
final class SocketConnection implements Connection {

    /** Header and content are written together if they fit into the buffer. */
    private static final int BUFFER = 64 << 10;

    private static final long MOST_SECONDS_OF_THREADS = 5;

    private final SocketChannel channel;
    private final Receiver receiver;
    private final Options options;
    private final ByteCounts counts = new ByteCounts();
    private final Consumer<SocketConnection> forget;
    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(BUFFER);
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(BUFFER).flip();
    private byte[] content = {};
    private volatile boolean closed;
    private volatile boolean direct;
    private final Thread reader;
    private final Thread writer;

    SocketConnection(SocketChannel channel, Receiver receiver, Options options, Consumer<SocketConnection> forget) {
        this.channel = channel;
        this.receiver = receiver;
        this.options = options;
        this.forget = forget;
        reader = thread("read", this::read);
        writer = thread("write", this::write);
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, "transport-socket-" + name);
        thread.setDaemon(true);
        return thread;
    }

    static Thread start(String name, Runnable work) {
        Thread thread = thread(name, work);
        thread.start();
        return thread;
    }

    void start(boolean writesDirectly) {
        direct = writesDirectly;
        reader.start();
        if (!direct) {
            writer.start();
        }
    }

    @Override
    public Content content(byte[] bytes) {
        return new ArrayContent(bytes);
    }

    @Override
    public void send(Header header, Content given) {
        ArrayContent bytes = given instanceof ArrayContent own ? own : ArrayContent.NONE;
        if (direct || Thread.currentThread() == writer) {
            writeNow(header, bytes);
        } else {
            queue.add(() -> writeNow(header, bytes));
        }
    }

    @Override
    public void execute(Runnable task) {
        if (direct) {
            task.run();
        } else {
            queue.add(task);
        }
    }

    private void writeNow(Header header, ArrayContent bytes) {
        try {
            write(header, bytes);
        } catch (IOException e) {
            lose(e);
        }
    }

    private void write() {
        try {
            while (!closed) {
                queue.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void write(Header header, ArrayContent body) throws IOException {
        counts.sent(body.length());
        outgoing.clear();
        header.write(outgoing);
        int written = 0;
        do {
            int part = Math.min(outgoing.remaining(), body.length() - written);
            outgoing.put(body.array(), written, part).flip();
            written += part;
            while (outgoing.hasRemaining()) {
                channel.write(outgoing);
            }
            outgoing.clear();
        } while (written < body.length());
    }

    @Override
    public CompletableFuture<List<Fact>> settings() {
        try {
            return CompletableFuture.completedFuture(List.of(
                    Fact.buffer(
                            TransportSetting.SEND_BUFFER,
                            options.knobs().sendBuffer(),
                            channel.getOption(StandardSocketOptions.SO_SNDBUF)),
                    Fact.buffer(
                            TransportSetting.RECEIVE_BUFFER,
                            options.knobs().receiveBuffer(),
                            channel.getOption(StandardSocketOptions.SO_RCVBUF)),
                    Fact.of("Nagle's algorithm", channel.getOption(StandardSocketOptions.TCP_NODELAY) ? "off" : "on")));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public CompletableFuture<List<Fact>> counters() {
        List<Fact> counted = new ArrayList<>(counts.facts());
        counted.add(Fact.of("segments retransmitted", "not shown by the JDK; epoll shows them"));
        return CompletableFuture.completedFuture(counted);
    }

    private void read() {
        try {
            while (!closed) {
                while (incoming.remaining() < Header.BYTES) {
                    more();
                }
                long first = System.nanoTime();
                Header header = Header.read(incoming, options.longest());
                ArrayContent arrived = room(header.length());
                boolean atOnce = incoming.remaining() >= header.length();
                take(arrived.array(), header.length());
                counts.received(header.length());
                receiver.received(this, new Arrival(header, first, atOnce ? first : System.nanoTime(), arrived));
            }
        } catch (IOException e) {
            lose(e);
        } catch (RuntimeException | OutOfMemoryError e) {
            lose(new IOException("A frame could not be handled: " + e, e));
        }
    }

    private void take(byte[] bytes, int length) throws IOException {
        int taken = 0;
        while (taken < length) {
            if (!incoming.hasRemaining()) {
                more();
            }
            int part = Math.min(incoming.remaining(), length - taken);
            incoming.get(bytes, taken, part);
            taken += part;
        }
    }

    private void more() throws IOException {
        incoming.compact();
        int read = channel.read(incoming);
        incoming.flip();
        if (read < 0) {
            throw new EOFException("The other side has closed the connection");
        }
    }

    /** Returns an array for content that is valid until the receiver returns; queued content needs a separate array. */
    private ArrayContent room(int length) {
        if (!direct || content.length < length) {
            content = new byte[length];
        }
        return new ArrayContent(content, length);
    }

    private void lose(IOException problem) {
        if (!closed) {
            close();
            receiver.lost(problem);
        }
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(channel);
        writer.interrupt();
        forget.accept(this);
    }

    void join() {
        join(reader);
        join(writer);
    }

    /** Waits for a thread to end, unless it is the current thread. */
    static void join(Thread thread) {
        try {
            if (thread != Thread.currentThread()) {
                TimeUnit.SECONDS.timedJoin(thread, MOST_SECONDS_OF_THREADS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void closeQuietly(Closeable open) {
        try {
            open.close();
        } catch (IOException e) {
            // The error is ignored, because the channel is no longer used.
        }
    }
}
