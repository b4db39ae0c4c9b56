/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Counts the nodes that still measure, and notices when none of them is left. */
public final class NodeCrew {

    /** How long a run waits for a node to come back when all are lost. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final LongSupplier nanoClock;
    private final List<String> gone = new ArrayList<>();
    private int working;
    private int lost;
    private long noneSince;

    /** Begins with so many nodes that measure. */
    public NodeCrew(int nodes, LongSupplier nanoClock) {
        this.working = nodes;
        this.nanoClock = nanoClock;
    }

    /** Notes that a node is lost, and may come back. */
    public synchronized void lost(String what) {
        gone.add(what);
        lost++;
        left();
    }

    /** Notes that a lost node measures again. */
    public synchronized void back() {
        lost--;
        working++;
    }

    /** Notes that a node cannot measure, and will not be asked again. */
    public synchronized void retired(String why) {
        gone.add(why);
        left();
    }

    private void left() {
        working--;
        noneSince = nanoClock.getAsLong();
    }

    /** Returns whether nobody measures any more, and nobody will. */
    public synchronized boolean isGone() {
        return working == 0 && (lost == 0 || nanoClock.getAsLong() - noneSince >= PATIENCE.toNanos());
    }

    /** Returns what became of the nodes that were lost or could not measure, in the order in which that happened. */
    public synchronized List<String> gone() {
        return List.copyOf(gone);
    }
}
