// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jgroups.Address;

/**
 * A bidirectional stream of lines between a caller and a service of a node. Until the conversation ends, each line
 * arrives exactly once, in the order sent. Lines that arrived before the end can still be read afterwards. Thread-safe.
 *
 * <p>A sender waits while the receiver has about a million unread characters.
 */
public final class Conversation implements AutoCloseable {

    /** The maximum number of characters of a line. */
    public static final int LONGEST_LINE = 64 << 20;

    private static final int OVERHEAD = 64;

    /** The maximum cost of unread lines; at this cost, a sender waits. */
    static final long WINDOW = 1 << 20;

    private final String id;
    private final boolean opener;
    private final Member member;
    private final Address address;
    private final BiConsumer<Address, Frame> outbox;
    private final Consumer<Conversation> forget;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<String> lines = new ArrayDeque<>();
    private final List<Consumer<ConversationEnd>> listeners = new ArrayList<>();

    /** The cost of the lines that were sent but not yet reported as read by the other side. */
    private long unread;

    /** The cost of the lines that were read here but not yet reported. */
    private long unreported;

    private Optional<ConversationEnd> end = Optional.empty();

    Conversation(
            String id,
            boolean opener,
            Member member,
            Address address,
            BiConsumer<Address, Frame> outbox,
            Consumer<Conversation> forget) {
        this.id = id;
        this.opener = opener;
        this.member = member;
        this.address = address;
        this.outbox = outbox;
        this.forget = forget;
    }

    /** Returns the other node. */
    public Member member() {
        return member;
    }

    String id() {
        return id;
    }

    Address address() {
        return address;
    }

    /**
     * Sends a line; waits while the other side has too many unread lines.
     *
     * @param line any text, which may contain line breaks
     * @throws ClusterException if the conversation has ended or the line is longer than {@link #LONGEST_LINE}
     */
    public void send(String line) {
        if (line.length() > LONGEST_LINE) {
            throw new ClusterException("A line of " + line.length() + " characters to " + member + ": at most "
                    + LONGEST_LINE + " can be sent at once");
        }
        lock.lock();
        try {
            while (end.isEmpty() && unread >= WINDOW) {
                changed.await();
            }
            if (end.isPresent()) {
                throw new ClusterException(
                        "The conversation with " + member + " was " + end.get().text());
            }
            unread += cost(line);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("Interrupted while sending to " + member);
        } finally {
            lock.unlock();
        }
        outbox.accept(address, Frame.line(id, opener, line));
    }

    /** Returns the cost of a line: its number of characters, plus one. */
    private static long cost(String line) {
        return line.length() + (long) OVERHEAD;
    }

    /**
     * Waits for the next line.
     *
     * @return the line; empty when the conversation has ended, see {@link #end()}
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<String> receive() throws InterruptedException {
        String line;
        long read = 0;
        lock.lockInterruptibly();
        try {
            while (lines.isEmpty() && end.isEmpty()) {
                changed.await();
            }
            if (lines.isEmpty()) {
                return Optional.empty();
            }
            line = lines.removeFirst();
            unreported += cost(line);
            if (end.isEmpty() && unreported >= WINDOW / 4) {
                read = unreported;
                unreported = 0;
            }
        } finally {
            lock.unlock();
        }
        if (read > 0) {
            outbox.accept(address, Frame.read(id, opener, read));
        }
        return Optional.of(line);
    }

    /** Returns how the conversation ended; empty while it is open. */
    public Optional<ConversationEnd> end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    /** Calls a listener once when the conversation ends, immediately if it has ended; the listener must not block. */
    public void whenEnded(Consumer<ConversationEnd> listener) {
        Optional<ConversationEnd> ended;
        lock.lock();
        try {
            ended = end;
            if (ended.isEmpty()) {
                listeners.add(listener);
            }
        } finally {
            lock.unlock();
        }
        ended.ifPresent(listener);
    }

    /** Ends the conversation for both sides; no effect if it has already ended. */
    @Override
    public void close() {
        finish(new ConversationEnd.Closed(true), Optional.of(Frame.of(Frame.Kind.CLOSE, id, opener)));
    }

    /**
     * Ends the conversation; the other side receives the reason as if a service had thrown it. No effect if it has
     * ended.
     */
    public void fail(Exception reason) {
        fail(RemoteFailure.of(reason));
    }

    /** Ends the conversation and sends the failure to the other side. */
    void fail(RemoteFailure failure) {
        finish(new ConversationEnd.Closed(true), Optional.of(Frame.fail(id, opener, failure)));
    }

    /** Ends the conversation on this side only. */
    void ended(ConversationEnd how) {
        finish(how, Optional.empty());
    }

    private void finish(ConversationEnd how, Optional<Frame> word) {
        List<Consumer<ConversationEnd>> told;
        lock.lock();
        try {
            if (end.isPresent()) {
                return;
            }
            end = Optional.of(how);
            told = List.copyOf(listeners);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            // The frame is sent before the conversation is removed, because GONE might otherwise arrive before the
            // reason.
            word.ifPresent(frame -> outbox.accept(address, frame));
        } finally {
            forget.accept(this);
        }
        told.forEach(listener -> listener.accept(how));
    }

    /** Asks whether the other side still has this conversation; otherwise, the conversation ends. */
    void ask() {
        outbox.accept(address, Frame.read(id, opener, 0));
    }

    void take(Frame frame) {
        switch (frame.kind()) {
            case LINE, READ -> update(frame);
            case CLOSE -> ended(new ConversationEnd.Closed(false));
            case FAIL ->
                ended(new ConversationEnd.Failed(frame.failure().orElseGet(() -> RemoteFailure.refusal("no reason"))));
            case GONE -> ended(new ConversationEnd.Lost("the node no longer has this conversation"));
            case OPEN, LEAVE, LEAVE_READ -> throw new IllegalArgumentException(frame.kind() + " in a conversation");
        }
    }

    private void update(Frame frame) {
        lock.lock();
        try {
            if (frame.kind() == Frame.Kind.READ) {
                unread -= frame.characters();
            } else if (end.isEmpty()) {
                lines.addLast(frame.text());
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How a conversation ended. */
    public sealed interface ConversationEnd {

        /** One side closed the conversation; {@code here} if this side did. */
        record Closed(boolean here) implements ConversationEnd {}

        /** The other side failed. */
        record Failed(RemoteFailure failure) implements ConversationEnd {}

        /** The other node is no longer a member, or no longer has the conversation. */
        record Lost(String reason) implements ConversationEnd {}

        /** Describes the end as part of a sentence. */
        default String text() {
            if (this instanceof Failed failed) {
                return "failed on the other node: " + failed.failure();
            }
            if (this instanceof Lost lost) {
                return "lost: " + lost.reason();
            }
            return ((Closed) this).here() ? "closed" : "closed by the other node";
        }
    }

    /**
     * A failure on another node, as text, because its exception class may be unknown here or not serializable.
     *
     * @param type class of the exception
     * @param message its message, at most {@value #LONGEST_MESSAGE} characters; empty if it had none
     */
    record RemoteFailure(String type, String message) {

        private static final int LONGEST_MESSAGE = 8192;

        public RemoteFailure {
            message = message.substring(0, Math.min(LONGEST_MESSAGE, message.length()));
        }

        static RemoteFailure of(Throwable failure) {
            return new RemoteFailure(
                    failure.getClass().getName(),
                    Optional.ofNullable(failure.getMessage()).orElse(""));
        }

        /** Describes a request that a node refuses. */
        static RemoteFailure refusal(String message) {
            return new RemoteFailure(ClusterException.class.getName(), message);
        }

        @Override
        public String toString() {
            return message.isEmpty() ? type : type + ": " + message;
        }
    }
}
