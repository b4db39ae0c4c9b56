/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

    private final Duration longestWait;
    private final Set<Address> readers = ConcurrentHashMap.newKeySet();

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
        synchronized (this) {
            notifyAll();
        }
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
        Deadline deadline = Deadline.in(longestWait);
        try {
            while (others.stream().anyMatch(node -> !readers.contains(node) && isMember.test(node))
                    && !deadline.isOver()) {
                awaitAnswer();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for an answer, or a moment: the end of a membership notifies nobody. */
    private synchronized void awaitAnswer() throws InterruptedException {
        wait(10);
    }
}
