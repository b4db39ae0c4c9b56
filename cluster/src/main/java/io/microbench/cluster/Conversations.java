/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import io.microbench.result.MalformedJsonException;
import io.microbench.result.RecordJson;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jgroups.Address;

/** The conversations of a node: those that it opened, and those that others opened with it. */
final class Conversations {

    /** Conversations that others may have with this node at once. */
    static final int MOST_SERVED = 256;

    private static final int ID_BYTES = 12;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<Key, Conversation> opened = new ConcurrentHashMap<>();
    private final Map<Key, Conversation> served = new ConcurrentHashMap<>();
    private final Map<String, Service> services;
    private final Outbox outbox;
    private final ExecutorService threads;
    private final Function<Address, Member> members;
    private final Departure departure;
    private final Consumer<Address> leaving;
    private final LongAdder dropped = new LongAdder();

    Conversations(
            Map<String, Service> services,
            Outbox outbox,
            ExecutorService threads,
            Function<Address, Member> members,
            Departure departure,
            Consumer<Address> leaving) {
        this.services = services;
        this.outbox = outbox;
        this.threads = threads;
        this.members = members;
        this.departure = departure;
        this.leaving = leaving;
    }

    private record Key(Address address, String id) {}

    /** Returns how many messages were dropped because they are no frames, or belong to nothing. */
    long dropped() {
        return dropped.sum();
    }

    Conversation open(Address address, Member member, String service, String arguments) {
        byte[] random = new byte[ID_BYTES];
        RANDOM.nextBytes(random);
        String id = HexFormat.of().formatHex(random);
        Conversation conversation =
                new Conversation(id, true, member, address, outbox, ended -> opened.remove(new Key(address, id)));
        opened.put(new Key(address, id), conversation);
        outbox.send(address, Frame.open(id, service, arguments));
        return conversation;
    }

    /** Takes what a node sent; never waits. */
    void receive(Address from, byte[] bytes, int offset, int length) {
        Optional<Frame> read = Frame.read(bytes, offset, length);
        if (read.isEmpty()) {
            dropped.increment();
            return;
        }
        Frame frame = read.get();
        Key key = new Key(from, frame.conversation());
        if (frame.kind() == Frame.Kind.LEAVE) {
            leaving.accept(from);
            outbox.send(from, Frame.of(Frame.Kind.LEAVE_READ, "", false));
        } else if (frame.kind() == Frame.Kind.LEAVE_READ) {
            departure.read(from);
        } else if (frame.kind() == Frame.Kind.OPEN) {
            serve(key, frame);
        } else {
            pass(from, key, frame);
        }
    }

    private void pass(Address from, Key key, Frame frame) {
        Optional<Conversation> conversation = Optional.ofNullable((frame.byOpener() ? served : opened).get(key));
        if (conversation.isPresent()) {
            conversation.get().take(frame);
        } else if (frame.kind() == Frame.Kind.LINE) {
            // A node that was frozen and cut off goes on talking.
            outbox.send(from, Frame.of(Frame.Kind.GONE, frame.conversation(), !frame.byOpener()));
        }
    }

    private void serve(Key key, Frame frame) {
        Conversation conversation = new Conversation(
                key.id(), false, members.apply(key.address()), key.address(), outbox, ended -> served.remove(key));
        if (served.putIfAbsent(key, conversation) != null) {
            dropped.increment();
            return;
        }
        Optional<Service> service = Optional.ofNullable(services.get(frame.name()));
        if (service.isEmpty()) {
            conversation.fail(RemoteFailure.refusal("This node has no service \"" + frame.name() + "\"; it has "
                    + services.keySet().stream().sorted().toList()));
        } else if (served.size() > MOST_SERVED) {
            conversation.fail(RemoteFailure.refusal("This node has " + MOST_SERVED + " conversations already"));
        } else {
            start(service.get(), conversation, frame.text());
        }
    }

    private void start(Service service, Conversation conversation, String arguments) {
        try {
            threads.execute(() -> {
                try {
                    service.serve(conversation, arguments);
                    conversation.close();
                } catch (InterruptedException e) {
                    conversation.fail(RemoteFailure.refusal("The node is being closed"));
                } catch (Exception | LinkageError | AssertionError | StackOverflowError | OutOfMemoryError e) {
                    conversation.fail(RemoteFailure.of(e));
                }
            });
        } catch (RejectedExecutionException e) {
            conversation.fail(RemoteFailure.refusal("The node is being closed"));
        }
    }

    /** Ends what is held with some nodes, which are gone. */
    void lost(Predicate<Address> gone, String reason) {
        all().filter(conversation -> gone.test(conversation.address()))
                .forEach(conversation -> conversation.ended(new ConversationEnd.Lost(reason)));
    }

    /** Ends all in an orderly way. */
    void close() {
        all().forEach(Conversation::close);
    }

    private Stream<Conversation> all() {
        return Stream.of(List.copyOf(opened.values()), List.copyOf(served.values()))
                .flatMap(List::stream);
    }

    /** Reads a failure that another node describes. */
    static RemoteFailure failure(String json) {
        try {
            return RecordJson.read(json, RemoteFailure.class)
                    .orElseGet(() -> RemoteFailure.refusal("The node failed without saying how"));
        } catch (MalformedJsonException e) {
            return RemoteFailure.refusal("The node failed without saying how");
        }
    }
}
