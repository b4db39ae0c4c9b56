// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.raft.Options;
import org.jgroups.raft.RaftHandle;
import org.jgroups.raft.StateMachine;
import org.jspecify.annotations.Nullable;

/**
 * Serves the clients of a member. A request is passed to the log as soon as it is read; a separate thread sends all
 * available answers at once.
 */
final class RaftServer implements AutoCloseable {

    private static final Options NO_ANSWER = Options.create(true);
    private static final Options ANSWER = Options.create(false);
    private static final byte[] DONE = RaftMessages.answer(RaftMessages.NONE, new byte[0]);

    private static final class Reply {

        private final RaftSocket to;
        private final byte[] message;

        Reply(RaftSocket to, byte[] message) {
            this.to = to;
            this.message = message;
        }
    }

    /** A request that waits for the leader's answer. */
    private record Pending(RaftSocket from, int number, Address leader) {}

    private final RaftHandle raft;
    private final RaftMap map;
    private final Set<Pending> pending = ConcurrentHashMap.newKeySet();
    private final ServerSocket door;
    private final Set<RaftSocket> clients = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
    private final Thread sender = new Thread(this::send, "raft-replies");

    private RaftServer(RaftHandle raft, RaftMap map, ServerSocket door) {
        this.raft = raft;
        this.map = map;
        this.door = door;
        sender.setDaemon(true);
    }

    /**
     * Starts listening.
     *
     * @throws IOException if it cannot listen, for example because the port is in use
     */
    static RaftServer start(RaftHandle raft, RaftMap map, InetSocketAddress address) throws IOException {
        ServerSocket door = new ServerSocket();
        try {
            door.bind(address);
        } catch (IOException e) {
            door.close();
            throw new IOException("cannot listen for clients on " + address + ": " + e, e);
        }
        RaftServer server = new RaftServer(raft, map, door);
        Thread acceptor = new Thread(server::accept, "raft-clients");
        acceptor.setDaemon(true);
        acceptor.start();
        server.sender.start();
        return server;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                RaftSocket client = new RaftSocket(door.accept());
                clients.add(client);
                client.start((number, content) -> receive(client, number, content), reason -> clients.remove(client));
            } catch (IOException e) {
                // The server was closed, or the client has already disconnected.
            }
        }
    }

    private void receive(RaftSocket from, int number, byte[] content) {
        try {
            handle(from, number, content);
        } catch (Exception e) {
            fail(from, number, e);
        }
    }

    private void handle(RaftSocket from, int number, byte[] content) throws Exception {
        RaftCommand command = RaftCommand.read(content, 0, content.length);
        if (command.kind() == RaftCommand.GET_LOCAL) {
            reply(from, number, RaftMessages.found(map.get(command.key())));
            return;
        }
        Address leader = raft.leader();
        if (leader == null) {
            throw new IOException("there is no leader at the moment");
        }
        Pending request = new Pending(from, number, leader);
        pending.add(request);
        boolean answered = command.kind() == RaftCommand.GET;
        CompletionStage<byte[]> change;
        try {
            change = raft.setAsync(content, 0, content.length, answered ? ANSWER : NO_ANSWER);
        } catch (Exception e) {
            pending.remove(request);
            throw e;
        }
        change.whenComplete((answer, failure) -> {
            if (!pending.remove(request)) {
                return;
            }
            if (failure != null) {
                fail(from, number, failure);
            } else {
                reply(from, number, answered ? answer : DONE);
            }
        });
    }

    /** Fails the requests that a leader had not answered when it left; their outcome is unknown. */
    void viewChanged(View view) {
        for (Pending request : List.copyOf(pending)) {
            if (!view.containsMember(request.leader()) && pending.remove(request)) {
                fail(request.from(), request.number(), new IOException("the leader left before it answered"));
            }
        }
    }

    private void fail(RaftSocket to, int number, Throwable failure) {
        reply(
                to,
                number,
                RaftMessages.answer(RaftMessages.FAILURE, failure.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private void reply(RaftSocket to, int number, byte[] answer) {
        replies.add(new Reply(to, RaftMessages.of(number, answer)));
    }

    private void send() {
        List<Reply> ready = new ArrayList<>();
        try {
            while (true) {
                ready.clear();
                ready.add(replies.take());
                replies.drainTo(ready);
                Map<RaftSocket, List<byte[]>> byClient = ready.stream()
                        .collect(Collectors.groupingBy(
                                reply -> reply.to, Collectors.mapping(reply -> reply.message, Collectors.toList())));
                byClient.forEach(RaftServer::send);
            }
        } catch (InterruptedException e) {
            // The server was closed.
        }
    }

    private static void send(RaftSocket to, List<byte[]> messages) {
        try {
            to.send(RaftMessages.together(messages));
        } catch (IOException e) {
            // The client has disconnected and needs no answer.
            to.close();
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            // The error is ignored, because the socket accepts no more clients.
        }
        clients.forEach(RaftSocket::close);
        sender.interrupt();
    }

    /** The state machine: a map that one thread changes and any thread reads. */
    static final class RaftMap implements StateMachine {

        private final Map<Long, byte[]> values = new ConcurrentHashMap<>();

        Optional<byte[]> get(long key) {
            return Optional.ofNullable(values.get(key));
        }

        @Override
        public byte @Nullable [] apply(byte[] data, int offset, int length, boolean answer) {
            RaftCommand command = RaftCommand.read(data, offset, length);
            switch (command.kind()) {
                case RaftCommand.PUT -> values.put(command.key(), command.value());
                case RaftCommand.DELETE -> values.remove(command.key());
                default -> {
                    return answer ? RaftMessages.found(get(command.key())) : null;
                }
            }
            return null;
        }

        @Override
        public void writeContentTo(DataOutput out) throws IOException {
            out.writeInt(values.size());
            for (Map.Entry<Long, byte[]> each : values.entrySet()) {
                out.writeLong(each.getKey());
                out.writeInt(each.getValue().length);
                out.write(each.getValue());
            }
        }

        @Override
        public void readContentFrom(DataInput in) throws IOException {
            values.clear();
            for (int left = in.readInt(); left > 0; left--) {
                long key = in.readLong();
                byte[] value = new byte[in.readInt()];
                in.readFully(value);
                values.put(key, value);
            }
        }
    }
}
