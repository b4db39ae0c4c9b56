// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.function.LongSupplier;

/** Gives each turn of a schedule to the next client, independent of the answers to earlier messages. */
final class Pacing {

    private Pacing() {}

    /**
     * Runs until all clients have sent their messages, or until the thread is interrupted, which keeps its interrupt
     * status.
     *
     * @param turns waits for the next turn, and returns its due time; not called after an interrupt
     */
    static void run(LongSupplier turns, Collection<OpenLoop> loops) {
        Deque<OpenLoop> left = new ArrayDeque<>(loops);
        long due = turns.getAsLong();
        while (!left.isEmpty() && !Thread.currentThread().isInterrupted()) {
            OpenLoop next = left.remove();
            if (next.send(due)) {
                left.add(next);
                due = turns.getAsLong();
            } else {
                next.sentAll();
            }
        }
    }
}
