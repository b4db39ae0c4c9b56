// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Counts the nodes that still measure, and notices when none of them is left. */
final class NodeCrew {

    /** How long a run waits for a node to come back when all are lost. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final LongSupplier nanoClock;
    private final List<String> gone = new ArrayList<>();
    private int working;
    private int lost;
    private long noneSince;
    private long changes;

    /** Begins with the given number of nodes that measure. */
    NodeCrew(int nodes, LongSupplier nanoClock) {
        this.working = nodes;
        this.nanoClock = nanoClock;
    }

    /** Notes that a node measures no longer. */
    synchronized void gone(GoneNode node) {
        gone.add(node.text());
        lost += node.lost() ? 1 : 0;
        working--;
        noneSince = nanoClock.getAsLong();
        changed();
    }

    /** Notes that a lost node measures again. */
    synchronized void back() {
        lost--;
        working++;
        changed();
    }

    /** Returns whether nobody measures any more, and nobody will. */
    synchronized boolean isGone() {
        return working == 0 && (lost == 0 || nanoClock.getAsLong() - noneSince >= PATIENCE.toNanos());
    }

    /** Returns why nodes were lost or could not measure, in the order in which that happened. */
    synchronized List<String> gone() {
        return List.copyOf(gone);
    }

    /** Notes that there may be something to do for a node that waits. */
    synchronized void changed() {
        changes++;
        notifyAll();
    }

    /** Returns how many changes there were. */
    synchronized long changes() {
        return changes;
    }

    /** Waits for a change, unless there was one since the given number; at most as long as given. */
    @SuppressWarnings("WaitNotInLoop")
    synchronized void await(long seen, Duration most) throws InterruptedException {
        if (changes == seen) {
            wait(most.toMillis());
        }
    }
}
