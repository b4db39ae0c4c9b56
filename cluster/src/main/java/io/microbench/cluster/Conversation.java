/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jgroups.Address;

/**
 * A stream of lines in both directions between a caller and a service of a node. Lines arrive in the order in which they
 * were sent, each once, until the conversation ends; lines that arrived before the end can still be read after it. Safe
 * for use by several threads.
 *
 * <p>A sender waits while the other side has about a million characters unread.
 */
public final class Conversation implements AutoCloseable {

    /** Characters of the longest line. */
    public static final int LONGEST_LINE = 64 << 20;

    private final String id;
    private final boolean opener;
    private final Member member;
    private final Address address;
    private final Outbox outbox;
    private final Consumer<Conversation> forget;

    /** Keeps the pieces of one line together; taken before {@link #lock}, and while a sender waits. */
    private final ReentrantLock sending = new ReentrantLock(true);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Window window = new Window();
    private final Deque<String> lines = new ArrayDeque<>();
    private final StringBuilder partial = new StringBuilder();
    private final List<Consumer<ConversationEnd>> listeners = new ArrayList<>();
    private long nextSent;
    private long nextReceived;
    private Optional<ConversationEnd> end = Optional.empty();

    Conversation(
            String id, boolean opener, Member member, Address address, Outbox outbox, Consumer<Conversation> forget) {
        this.id = id;
        this.opener = opener;
        this.member = member;
        this.address = address;
        this.outbox = outbox;
        this.forget = forget;
    }

    /** Returns the node at the other end. */
    public Member member() {
        return member;
    }

    String id() {
        return id;
    }

    Address address() {
        return address;
    }

    boolean isOpener() {
        return opener;
    }

    /**
     * Sends a line, and waits while the other side has too much to read.
     *
     * @param line any text; a line break in it arrives as it is
     * @throws ClusterException if the conversation has ended or the line is longer than {@link #LONGEST_LINE}
     */
    public void send(String line) {
        if (line.length() > LONGEST_LINE) {
            throw new ClusterException("A line of " + line.length() + " characters to " + member + ": at most "
                    + LONGEST_LINE + " can be sent at once");
        }
        sending.lock();
        try {
            int from = 0;
            do {
                int to = pieceEnd(line, from);
                sendPiece(line.substring(from, to), to < line.length());
                from = to;
            } while (from < line.length());
        } finally {
            sending.unlock();
        }
    }

    private static int pieceEnd(String line, int from) {
        int to = Math.min(line.length(), from + Frame.LONGEST_TEXT);
        // Half a surrogate pair is no text in UTF-8.
        return to < line.length() && Character.isHighSurrogate(line.charAt(to - 1)) ? to - 1 : to;
    }

    private void sendPiece(String piece, boolean more) {
        long sequence;
        lock.lock();
        try {
            while (end.isEmpty() && !window.lets(piece)) {
                changed.await();
            }
            if (end.isPresent()) {
                throw new ClusterException(
                        "The conversation with " + member + " was " + end.get().text());
            }
            window.sent(piece);
            sequence = nextSent++;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            // The other side may have the beginning of a line, which nothing can complete any more.
            close();
            throw new ClusterException("Interrupted while sending to " + member);
        } finally {
            lock.unlock();
        }
        outbox.send(address, Frame.line(id, opener, sequence, piece, more));
    }

    /**
     * Waits for the next line.
     *
     * @return the line; empty when the conversation has ended, see {@link #end()}
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<String> receive() throws InterruptedException {
        String line;
        long credit;
        lock.lockInterruptibly();
        try {
            while (lines.isEmpty() && end.isEmpty()) {
                changed.await();
            }
            if (lines.isEmpty()) {
                return Optional.empty();
            }
            line = lines.removeFirst();
            window.read(line);
            credit = end.isPresent() ? 0 : window.toGrant();
        } finally {
            lock.unlock();
        }
        grant(credit);
        return Optional.of(line);
    }

    /** Returns how the conversation ended; empty while it goes on. */
    public Optional<ConversationEnd> end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    /** Calls a listener once when the conversation has ended, at once if it has; it must not wait for anything. */
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

    /** Ends the conversation for both sides; no effect if it has ended. */
    @Override
    public void close() {
        finish(new ConversationEnd.Closed(true), Optional.of(Frame.of(Frame.Kind.CLOSE, id, opener)));
    }

    /** Ends the conversation; the other side gets the reason as if a service had thrown it. No effect if it has ended. */
    public void fail(Exception reason) {
        fail(RemoteFailure.of(reason));
    }

    /** Ends the conversation and tells the other side what went wrong. */
    void fail(RemoteFailure failure) {
        finish(new ConversationEnd.Closed(true), Optional.of(Frame.fail(id, opener, failure)));
    }

    /** Ends this side only. */
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
            partial.setLength(0);
            told = List.copyOf(listeners);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        forget.accept(this);
        word.ifPresent(frame -> outbox.send(address, frame));
        told.forEach(listener -> listener.accept(how));
    }

    /** Takes a frame of the other side. */
    void take(Frame frame) {
        switch (frame.kind()) {
            case LINE -> takePiece(frame);
            case CREDIT -> takeCredit(frame.sequence());
            case CLOSE -> ended(new ConversationEnd.Closed(false));
            case FAIL -> ended(new ConversationEnd.Failed(Conversations.failure(frame.text())));
            case GONE -> ended(new ConversationEnd.Lost("the node knows nothing of the conversation any more"));
            case OPEN, LEAVE, LEAVE_READ -> breach("a frame " + frame.kind() + " in the middle");
        }
    }

    private void takePiece(Frame frame) {
        String problem = "";
        long credit = 0;
        lock.lock();
        try {
            if (end.isPresent()) {
                return;
            }
            if (frame.sequence() != nextReceived) {
                problem = "lines are missing";
            } else if (!window.arrived(frame.text())) {
                problem = "more was sent than granted";
            } else if (partial.length() + (long) frame.text().length() > LONGEST_LINE) {
                problem = "a line is longer than " + LONGEST_LINE + " characters";
            } else {
                nextReceived++;
                add(frame.text(), frame.more());
                credit = window.toGrant();
            }
        } finally {
            lock.unlock();
        }
        if (problem.isEmpty()) {
            grant(credit);
        } else {
            breach(problem);
        }
    }

    private void add(String text, boolean more) {
        String whole = text;
        if (more || !partial.isEmpty()) {
            partial.append(text);
            if (more) {
                return;
            }
            whole = partial.toString();
            partial.setLength(0);
            partial.trimToSize();
        }
        lines.addLast(whole);
        window.whole(whole);
        changed.signalAll();
    }

    private void takeCredit(long credit) {
        boolean sound;
        lock.lock();
        try {
            sound = window.granted(credit);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!sound) {
            breach("more was granted than can be");
        }
    }

    private void grant(long credit) {
        if (credit > 0) {
            outbox.send(address, Frame.credit(id, opener, credit));
        }
    }

    /** Ends the conversation on both sides where the other one does not keep to the rules. */
    private void breach(String problem) {
        finish(
                new ConversationEnd.Lost(problem),
                Optional.of(Frame.fail(id, opener, RemoteFailure.refusal("The conversation was ended: " + problem))));
    }
}
