// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.AnswerTimeout;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import io.microbench.text.Durations;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client of one member; connects at the first operation, and again after the connection was lost. */
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
}
