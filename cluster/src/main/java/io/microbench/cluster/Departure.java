/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jgroups.Address;

/**
 * How this node leaves: it tells each other node, and waits until that node has read it.
 *
 * <p>JGroups delivers a view independently of the messages of a node. Without the wait, the view in which this node is
 * missing could reach another node first, which would take this node for a silent one.
 */
final class Departure {

    /** The end of a membership wakes nobody. */
    private static final long LOOK_MILLIS = 10;

    private final Duration longestWait;
    private final BlockingQueue<Address> readers = new LinkedBlockingQueue<>();

    /**
     * Waits for no longer than given.
     *
     * @param longestWait how long other nodes have to answer; a frozen one does not
     */
    Departure(Duration longestWait) {
        this.longestWait = longestWait;
    }

    /** Takes the answer of a node. */
    void read(Address node) {
        readers.add(node);
    }

    /**
     * Tells other nodes that this one leaves, and waits until all of them that are still members have read it, or
     * the longest wait is over.
     *
     * @param others the nodes to tell
     * @param tell sends the frame to one of them
     * @param isMember whether a node is still there
     */
    void announce(Set<Address> others, Consumer<Address> tell, Predicate<Address> isMember) {
        others.forEach(tell);
        Set<Address> awaited = new HashSet<>(others);
        Deadline deadline = Deadline.in(longestWait);
        try {
            while (!awaited.isEmpty() && !deadline.isOver()) {
                Optional.ofNullable(readers.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS))
                        .ifPresent(awaited::remove);
                awaited.removeIf(isMember.negate());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
