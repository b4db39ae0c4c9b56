// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.function.LongSupplier;

/** Gives each turn of a schedule to the next client, whatever became of the messages before. */
final class Pacing {

    private Pacing() {}

    /**
     * Returns when all clients have sent what they had to, or when the thread is interrupted; it still is, then.
     *
     * @param turns waits for the next turn, and returns when it was due; not asked any more after an interrupt
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
