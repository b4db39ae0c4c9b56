/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.socket;

import io.microbench.transport.ArrayContent;
import io.microbench.transport.Arrival;
import io.microbench.transport.ByteCounts;
import io.microbench.transport.Connection;
import io.microbench.transport.Content;
import io.microbench.transport.Fact;
import io.microbench.transport.Header;
import io.microbench.transport.Knob;
import io.microbench.transport.Options;
import io.microbench.transport.Receiver;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A socket with a thread that reads. Where one message at a time is on its way, whoever sends writes; otherwise a thread of its own does,
 * because two sides that both write before they read would wait for each other.
 */
final class SocketConnection implements Connection {

    /** Header and content that fit into it are written at once. */
    private static final int BUFFER = 64 << 10;

    private static final long MOST_SECONDS_OF_THREADS = 5;

    private final Socket socket;
    private final Receiver receiver;
    private final Options options;
    private final ByteCounts counts = new ByteCounts();
    private final Consumer<SocketConnection> forget;
    private final InputStream in;
    private final OutputStream out;
    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final ByteBuffer outgoing = ByteBuffer.allocate(BUFFER);
    private byte[] content = {};
    private volatile boolean closed;
    private volatile boolean direct;
    private final Thread reader;
    private final Thread writer;

    SocketConnection(Socket socket, Receiver receiver, Options options, Consumer<SocketConnection> forget)
            throws IOException {
        this.socket = socket;
        this.receiver = receiver;
        this.options = options;
        this.forget = forget;
        in = socket.getInputStream();
        out = socket.getOutputStream();
        reader = thread("read", this::read);
        writer = thread("write", this::write);
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, "transport-socket-" + name);
        thread.setDaemon(true);
        return thread;
    }

    static void start(String name, Runnable work) {
        thread(name, work).start();
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
        int first = Math.min(outgoing.remaining(), body.length());
        outgoing.put(body.array(), 0, first);
        out.write(outgoing.array(), 0, outgoing.position());
        if (first < body.length()) {
            out.write(body.array(), first, body.length() - first);
        }
    }

    @Override
    public CompletableFuture<List<Fact>> settings() {
        try {
            return CompletableFuture.completedFuture(List.of(
                    Fact.buffer(Knob.SEND_BUFFER, options.knobs().sendBuffer(), socket.getSendBufferSize()),
                    Fact.buffer(Knob.RECEIVE_BUFFER, options.knobs().receiveBuffer(), socket.getReceiveBufferSize()),
                    Fact.of("Nagle's algorithm", socket.getTcpNoDelay() ? "off" : "on")));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public CompletableFuture<List<Fact>> counters() {
        List<Fact> counted = new ArrayList<>(counts.facts());
        counted.add(Fact.of("segments sent again", "not shown by the JDK; epoll shows them"));
        return CompletableFuture.completedFuture(counted);
    }

    private void read() {
        byte[] start = new byte[BUFFER];
        int filled = 0;
        try {
            while (!closed) {
                // Only the beginning of a frame is read with what follows it; large content goes where it belongs.
                while (filled < Header.BYTES) {
                    filled += more(start, filled, start.length - filled);
                }
                final long first = System.nanoTime();
                Header header = Header.read(ByteBuffer.wrap(start), options.longest());
                int length = header.length();
                int have = Math.min(length, filled - Header.BYTES);
                ArrayContent arrived = room(length);
                System.arraycopy(start, Header.BYTES, arrived.array(), 0, have);
                int rest = filled - Header.BYTES - have;
                System.arraycopy(start, Header.BYTES + have, start, 0, rest);
                filled = rest;
                while (have < length) {
                    have += more(arrived.array(), have, length - have);
                }
                counts.received(length);
                receiver.received(this, new Arrival(header, first, System.nanoTime(), arrived));
            }
        } catch (IOException e) {
            lose(e);
        } catch (RuntimeException | OutOfMemoryError e) {
            lose(new IOException("A frame could not be taken: " + e, e));
        }
    }

    private int more(byte[] bytes, int from, int length) throws IOException {
        int read = in.read(bytes, from, length);
        if (read < 0) {
            throw new EOFException("The other side has closed the connection");
        }
        return read;
    }

    /** Returns room for content that is valid until the receiver returns; what is queued needs its own. */
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
        closeQuietly(socket);
        writer.interrupt();
        forget.accept(this);
    }

    /** Waits for the threads to end. */
    void join() {
        try {
            for (Thread thread : new Thread[] {reader, writer}) {
                if (thread != Thread.currentThread()) {
                    TimeUnit.SECONDS.timedJoin(thread, MOST_SECONDS_OF_THREADS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void closeQuietly(Closeable open) {
        try {
            open.close();
        } catch (IOException e) {
            // It is of no use any more.
        }
    }
}
