// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.cluster.Conversation.RemoteFailure;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jgroups.Address;

/** The conversations of a node, opened by this node or by others. */
final class Conversations {

    private static final int ID_BYTES = 12;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<Key, Conversation> opened = new ConcurrentHashMap<>();
    private final Map<Key, Conversation> served = new ConcurrentHashMap<>();
    private final Map<String, Service> services;
    private final BiConsumer<Address, Frame> outbox;
    private final ExecutorService threads;
    private final Function<Address, Member> members;
    private final Consumer<Address> leaving;
    private final Consumer<Address> leaveRead;

    /**
     * Creates the conversations of a node, initially none.
     *
     * @param services the services that others may call, by name
     * @param outbox sends a frame to a node, in order
     * @param threads run the services
     * @param leaving is called for a node that is leaving
     * @param leaveRead is called for a node that has read that this one is leaving
     */
    Conversations(
            Map<String, Service> services,
            BiConsumer<Address, Frame> outbox,
            ExecutorService threads,
            Function<Address, Member> members,
            Consumer<Address> leaving,
            Consumer<Address> leaveRead) {
        this.services = services;
        this.outbox = outbox;
        this.threads = threads;
        this.members = members;
        this.leaving = leaving;
        this.leaveRead = leaveRead;
    }

    private record Key(Address address, String id) {}

    Conversation open(Address address, Member member, String service, String arguments) {
        byte[] random = new byte[ID_BYTES];
        RANDOM.nextBytes(random);
        String id = HexFormat.of().formatHex(random);
        Conversation conversation =
                new Conversation(id, true, member, address, outbox, ended -> opened.remove(new Key(address, id)));
        opened.put(new Key(address, id), conversation);
        outbox.accept(address, Frame.open(id, service, arguments));
        return conversation;
    }

    /** Handles a frame from a node; never blocks. */
    void receive(Address from, Frame frame) {
        Key key = new Key(from, frame.conversation());
        if (frame.kind() == Frame.Kind.LEAVE) {
            leaving.accept(from);
            outbox.accept(from, Frame.of(Frame.Kind.LEAVE_READ, "", false));
        } else if (frame.kind() == Frame.Kind.LEAVE_READ) {
            leaveRead.accept(from);
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
        } else if (frame.kind() == Frame.Kind.LINE || frame.isQuestion()) {
            // A node that was removed while it was frozen may continue to send.
            outbox.accept(from, Frame.of(Frame.Kind.GONE, frame.conversation(), !frame.byOpener()));
        }
    }

    private void serve(Key key, Frame frame) {
        Conversation conversation = new Conversation(
                key.id(), false, members.apply(key.address()), key.address(), outbox, ended -> served.remove(key));
        served.put(key, conversation);
        Optional<Service> service = Optional.ofNullable(services.get(frame.name()));
        if (service.isEmpty()) {
            conversation.fail(RemoteFailure.refusal("This node has no service \"" + frame.name() + "\"; it has "
                    + services.keySet().stream().sorted().toList()));
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

    /** Ends the conversations with lost nodes. */
    void lost(Predicate<Address> gone, String reason) {
        all().filter(conversation -> gone.test(conversation.address()))
                .forEach(conversation -> conversation.ended(new ConversationEnd.Lost(reason)));
    }

    /** Asks a node which of the conversations with this node it still has, and ends the others. */
    void ask(Address address) {
        all().filter(conversation -> conversation.address().equals(address)).forEach(Conversation::ask);
    }

    void close() {
        all().forEach(Conversation::close);
    }

    private Stream<Conversation> all() {
        return Stream.of(List.copyOf(opened.values()), List.copyOf(served.values()))
                .flatMap(List::stream);
    }
}
