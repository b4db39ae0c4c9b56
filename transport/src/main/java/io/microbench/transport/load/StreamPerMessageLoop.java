// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Connection;
import io.microbench.transport.Content;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Header;
import io.microbench.transport.load.AbstractLoop.Opener;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * A client that sends each message on its own stream, like quinn's {@code bench}. A thread for each of the maximum
 * number of open streams opens a stream, sends the message, waits for it and for the node's report, and closes the
 * stream. The time of a message starts when its stream is open.
 */
final class StreamPerMessageLoop extends AbstractLoop {

    private final IdentityHashMap<Connection, Exchange> open = new IdentityHashMap<>();
    private final long[] arrived;
    private Opener opener = (node, receiver) -> {
        throw new IOException("The client is not connected");
    };
    private int working;

    /** The message of a stream, until the node has reported. */
    private record Exchange(int place, long sequence, CompletableFuture<Void> reported) {}

    /**
     * Creates a client.
     *
     * @param workload has the maximum number of open streams
     */
    StreamPerMessageLoop(
            Workload workload, Timing timing, LongFunction<byte[]> contents, int nodeCount, LongSupplier nanoClock) {
        super(workload, timing, contents, nodeCount, nanoClock);
        arrived = new long[workload.streams()];
    }

    /** Keeps an unused stream to each node open, so that a shared connection stays open. */
    @Override
    void connect(Opener nodes, Consumer<Connection> kept) throws IOException {
        opener = nodes;
        for (int node = 0; node < nodeCount(); node++) {
            kept.accept(nodes.connect(node, this));
        }
    }

    @Override
    void begin() {
        working = workload.streams();
        for (int i = 0; i < workload.streams(); i++) {
            int stream = i;
            Thread thread = new Thread(() -> work(stream), "messages-stream-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void work(int stream) {
        try {
            boolean more = true;
            while (more && !end().isDone()) {
                more = exchange(stream);
            }
        } catch (IOException | RuntimeException e) {
            giveUp("A stream could not be opened: " + e.getMessage());
        }
        left();
    }

    private synchronized void left() {
        if (--working == 0) {
            complete();
        }
    }

    /** Sends a message on a new stream, and closes it when the message is back; returns false at the end. */
    private boolean exchange(int stream) throws IOException {
        long sequence;
        int place;
        synchronized (this) {
            sequence = numbering.next(clock.getAsLong());
            if (sequence == Numbering.END) {
                return false;
            }
            place = next(stream);
        }
        byte[] bytes = contents.apply(sequence);
        Exchange exchange = new Exchange(place, sequence, new CompletableFuture<>());
        try (Connection connection = opener.connect(place % nodeCount(), this);
                Content content = connection.content(bytes)) {
            send(connection, exchange, content);
            CompletableFuture.anyOf(exchange.reported(), end()).join();
            synchronized (this) {
                open.remove(connection);
                arrived[stream] += forget(connection);
            }
        }
        return true;
    }

    private void send(Connection connection, Exchange exchange, Content content) {
        long now;
        synchronized (this) {
            open.put(connection, exchange);
            now = clock.getAsLong();
            if (Numbering.isMeasured(exchange.sequence())) {
                sent(exchange.place());
                busy.sent(now);
            }
        }
        connection.send(
                Header.message(workload.legs(), workload.size(), exchange.place(), exchange.sequence(), now, now),
                content);
    }

    @Override
    OptionalInt take(Connection connection, Header header) {
        Exchange exchange = open.get(connection);
        return exchange == null || exchange.sequence() != header.sequence()
                ? OptionalInt.empty()
                : OptionalInt.of(exchange.place());
    }

    @Override
    void took(Connection connection, Header header) {
        connection.send(Header.of(Header.Kind.REPORT_REQUEST, 0), ArrayContent.NONE);
    }

    @Override
    void reported(Connection connection) {
        Exchange exchange = open.get(connection);
        if (exchange != null) {
            exchange.reported().complete(null);
        }
    }

    @Override
    OptionalLong arrived(int stream) {
        return OptionalLong.of(arrived[stream]);
    }
}
