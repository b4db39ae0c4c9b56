/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;

/**
 * Holds the work that nodes take from it, and knows when all is done.
 *
 * <p>Work is taken in the order in which it was given. What a lost node had comes back to the front: it is late already.
 *
 * @param <T> what a node takes as a whole
 */
final class UnitQueue<T> {

    private final Deque<T> waiting;
    private int taken;
    private boolean closed;

    /** Begins with all work; what takes longest should come first, so that nodes end at about the same time. */
    UnitQueue(Collection<T> units) {
        this.waiting = new ArrayDeque<>(units);
    }

    /** Takes the next unit; empty if there is none at the moment, see {@link #isOver}. */
    synchronized Optional<T> take() {
        Optional<T> next = closed ? Optional.empty() : Optional.ofNullable(waiting.pollFirst());
        next.ifPresent(unit -> taken++);
        return next;
    }

    /** Returns a unit that is not done. */
    synchronized void giveBack(T unit) {
        taken--;
        waiting.addFirst(unit);
        notifyAll();
    }

    /** Notes that a unit that was taken is done. */
    synchronized void done() {
        taken--;
        notifyAll();
    }

    /** Gives out nothing more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Returns whether nothing will be given out any more. */
    synchronized boolean isOver() {
        return closed || (waiting.isEmpty() && taken == 0);
    }

    /** Waits until something may have changed; at most so long. Callers look again, so it may end at any time. */
    @SuppressWarnings("WaitNotInLoop")
    synchronized void await(Duration most) throws InterruptedException {
        if (!isOver() && waiting.isEmpty()) {
            wait(most.toMillis());
        }
    }

    /** Waits, unless nothing will be given out any more; at most so long. Callers look again, so it may end at any time. */
    @SuppressWarnings("WaitNotInLoop")
    synchronized void pause(Duration most) throws InterruptedException {
        if (!isOver()) {
            wait(most.toMillis());
        }
    }
}
