// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.remote.HostEndedException;
import io.microbench.run.NodeScheduler.NodeHost;
import io.microbench.run.NodeScheduler.NodeSession;
import io.microbench.run.NodeScheduler.NodeWork;
import io.microbench.run.NodeScheduler.UnavailableNode;
import io.microbench.text.PreflightException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Measures the units that {@link NodeWork} assigns to one node, fork by fork.
 *
 * <p>A host that ends while its node is available is restarted. If a node is lost, its fork is lost, too; the node is
 * used again when it returns.
 */
final class NodeWorker<H extends NodeHost> {

    enum Step {
        /** A fork or a host has ended; there may be more to do. */
        DONE,
        /** Other nodes have all the remaining work. */
        IDLE,
        LOST,
        /** Nothing is left to be measured, or the node cannot be used. */
        OVER
    }

    /** If this many hosts in a row end before their first fork does, the node is at fault. */
    private static final int MOST_HOSTS = 3;

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final NodeSession<H> place;
    private final NodeWork<H> work;
    private final NodeCrew crew;
    private Optional<H> host;
    private int hostsEnded;

    NodeWorker(NodeSession<H> place, NodeWork<H> work, NodeCrew crew, Optional<H> host) {
        this.place = place;
        this.work = work;
        this.crew = crew;
        this.host = host;
    }

    /** Works until all units are measured or the node can no longer be used. */
    void work(Step first) {
        try {
            Step step = first;
            while (step != Step.OVER) {
                if (step == Step.LOST) {
                    awaitReturn();
                }
                long seen = crew.changes();
                step = step();
                if (step == Step.IDLE) {
                    crew.await(seen, PAUSE);
                } else {
                    crew.changed();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end();
        }
    }

    private void awaitReturn() throws InterruptedException {
        while (!work.isOver() && !place.isThere()) {
            closeIfNobodyIsLeft();
            crew.await(crew.changes(), PAUSE);
        }
        crew.back();
    }

    Step step() {
        Step step = work.isOver() ? Step.OVER : tried();
        if (work.isOver()) {
            end();
            return Step.OVER;
        }
        return step;
    }

    private Step tried() {
        try {
            if (host.isEmpty()) {
                H started = place.start();
                host = Optional.of(started);
                work.ready(Map.of(place.name(), started));
                return Step.DONE;
            }
            boolean ran = work.fork(place.name(), host.get());
            hostsEnded = ran ? 0 : hostsEnded;
            return ran ? Step.DONE : Step.IDLE;
        } catch (HostEndedException e) {
            return gone(e);
        } catch (PreflightException e) {
            end();
            return work.isOver() ? Step.OVER : gone(UnavailableNode.of(place, e));
        }
    }

    private Step gone(HostEndedException gone) {
        end();
        if (work.isOver()) {
            return Step.OVER;
        }
        UnavailableNode node = UnavailableNode.of(place.name(), gone);
        hostsEnded += node.lost() ? 0 : 1;
        return node.lost() || hostsEnded >= MOST_HOSTS ? gone(node) : Step.DONE;
    }

    private Step gone(UnavailableNode node) {
        work.nodeGone(node);
        crew.gone(node);
        closeIfNobodyIsLeft();
        return node.lost() ? Step.LOST : Step.OVER;
    }

    private void closeIfNobodyIsLeft() {
        if (crew.isGone()) {
            work.close();
        }
    }

    private void end() {
        host.ifPresent(NodeHost::close);
        host = Optional.empty();
    }

    /** Counts the nodes that still measure, and notices when no node is left. */
    static final class NodeCrew {

        /** How long a run waits for a node to come back when all are lost. */
        static final Duration PATIENCE = Duration.ofSeconds(30);

        private final LongSupplier nanoClock;
        private final List<String> gone = new ArrayList<>();
        private int working;
        private int lost;
        private long noneSince;
        private long changes;

        NodeCrew(int nodes, LongSupplier nanoClock) {
            this.working = nodes;
            this.nanoClock = nanoClock;
        }

        synchronized void gone(UnavailableNode node) {
            gone.add(node.text());
            lost += node.lost() ? 1 : 0;
            working--;
            noneSince = nanoClock.getAsLong();
            changed();
        }

        synchronized void back() {
            lost--;
            working++;
            changed();
        }

        /** Returns whether no node is measuring any more, and none will return. */
        synchronized boolean isGone() {
            return working == 0 && (lost == 0 || nanoClock.getAsLong() - noneSince >= PATIENCE.toNanos());
        }

        synchronized List<String> gone() {
            return List.copyOf(gone);
        }

        /** Records that there may be something to do for a node that waits. */
        synchronized void changed() {
            changes++;
            notifyAll();
        }

        synchronized long changes() {
            return changes;
        }

        /** Waits for a change, at most for the given time; returns at once if something has changed since the given number. */
        @SuppressWarnings("WaitNotInLoop")
        synchronized void await(long seen, Duration most) throws InterruptedException {
            if (changes == seen) {
                wait(most.toMillis());
            }
        }
    }
}
