// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.ReplicatedBackend.AnswerTimeout;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import io.microbench.text.Durations;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of one member. It connects at the first operation, and reconnects after a lost connection. */
final class RaftClient implements Store {
    private static final byte[] NOTHING = {};

    private final InetSocketAddress member;
    private final byte lookUp;
    private final Duration timeout = AnswerTimeout.get();
    private Optional<RaftConnection> connection = Optional.empty();
    private boolean closed;

    RaftClient(InetSocketAddress member, Reads reads) {
        this.member = member;
        lookUp = reads == Reads.LOCAL ? RaftCommand.GET_LOCAL : RaftCommand.GET;
    }

    @Override
    public void put(long key, byte[] value) throws IOException {
        call(new RaftCommand(RaftCommand.PUT, key, value));
    }

    @Override
    public Optional<byte[]> get(long key) throws IOException {
        return call(new RaftCommand(lookUp, key, NOTHING));
    }

    @Override
    public void delete(long key) throws IOException {
        call(new RaftCommand(RaftCommand.DELETE, key, NOTHING));
    }

    private Optional<byte[]> call(RaftCommand command) throws IOException {
        CompletableFuture<byte[]> future = connection().ask(command.bytes());
        try {
            byte[] answer = future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            byte[] content = Arrays.copyOfRange(answer, 1, answer.length);
            return switch (answer[0]) {
                case RaftMessages.NONE -> Optional.empty();
                case RaftMessages.VALUE -> Optional.of(content);
                default ->
                    throw new IOException(
                            "Member " + member + " answers: " + new String(content, StandardCharsets.UTF_8));
            };
        } catch (ExecutionException e) {
            throw new IOException("Member " + member + ": " + e.getCause(), e);
        } catch (TimeoutException e) {
            future.cancel(false);
            throw new IOException("Member " + member + " did not answer within " + Durations.text(timeout), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            future.cancel(false);
            throw new IOException("Interrupted before member " + member + " answered", e);
        }
    }

    private synchronized RaftConnection connection() throws IOException {
        if (closed) {
            throw new IOException("The client of member " + member + " is closed");
        }
        if (connection.isPresent() && connection.get().isOpen()) {
            return connection.get();
        }
        RaftConnection made = RaftConnection.open(member);
        connection = Optional.of(made);
        return made;
    }

    @Override
    public synchronized void close() {
        closed = true;
        connection.ifPresent(RaftConnection::close);
    }

    /**
     * A connection to a member, with any number of pending requests. A thread that finds the connection idle also sends
     * the queued requests of other threads.
     */
    private static final class RaftConnection implements AutoCloseable {

        private static final int CONNECT_MILLIS = 5000;

        private final RaftSocket socket;
        private final Map<Integer, CompletableFuture<byte[]>> pending = new ConcurrentHashMap<>();
        private final AtomicInteger numbers = new AtomicInteger();
        private final Queue<byte[]> queue = new ConcurrentLinkedQueue<>();
        private final AtomicInteger queued = new AtomicInteger();
        private volatile boolean open = true;

        private RaftConnection(RaftSocket socket) {
            this.socket = socket;
        }

        /**
         * Connects to a member.
         *
         * @throws IOException if the connection is refused
         */
        static RaftConnection open(InetSocketAddress member) throws IOException {
            Socket socket = new Socket();
            try {
                socket.connect(member, CONNECT_MILLIS);
                RaftConnection connection = new RaftConnection(new RaftSocket(socket));
                connection.socket.start(connection::receive, connection::lost);
                return connection;
            } catch (IOException e) {
                socket.close();
                throw new IOException("Cannot connect to member " + member + ": " + e, e);
            }
        }

        boolean isOpen() {
            return open;
        }

        /** Sends a request. The future completes with the answer, or exceptionally when the connection ends. */
        CompletableFuture<byte[]> ask(byte[] content) {
            int number = numbers.incrementAndGet();
            CompletableFuture<byte[]> future = new CompletableFuture<>();
            pending.put(number, future);
            queue.add(RaftMessages.of(number, content));
            if (queued.getAndIncrement() == 0) {
                sendQueue();
            }
            if (!open) {
                lost("the connection was closed");
            }
            return future;
        }

        private void sendQueue() {
            int sent = 1;
            do {
                List<byte[]> messages = new ArrayList<>();
                for (byte[] next = queue.poll(); next != null; next = queue.poll()) {
                    messages.add(next);
                }
                if (!messages.isEmpty()) {
                    send(RaftMessages.together(messages));
                }
                sent = queued.addAndGet(-sent);
            } while (sent != 0);
        }

        private void send(byte[] piece) {
            try {
                socket.send(piece);
            } catch (IOException e) {
                lost(e.toString());
            }
        }

        private void receive(int number, byte[] answer) {
            CompletableFuture<byte[]> future = pending.remove(number);
            if (future != null) {
                future.complete(answer);
            }
        }

        private void lost(String reason) {
            open = false;
            for (Integer number : List.copyOf(pending.keySet())) {
                CompletableFuture<byte[]> future = pending.remove(number);
                if (future != null) {
                    future.completeExceptionally(new IOException(reason));
                }
            }
        }

        @Override
        public void close() {
            socket.close();
            lost("the client was closed");
        }
    }
}
