/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.environment.PreflightException;
import io.microbench.remote.HostEnd;
import io.microbench.remote.HostGoneException;
import java.time.Duration;
import java.util.Optional;

/**
 * Takes units off a queue and measures them on one node, fork by fork.
 *
 * <p>When the node is lost, or its host ends, the unit goes back to the front of the queue and nothing but the running fork is lost. A lost
 * node that comes back is used again, with a new host.
 */
final class NodeWorker {

    /** What a step came to. */
    enum Step {
        /** A fork has ended, or a unit, or a host: there may be more to do. */
        DONE,
        /** Other nodes have all that is left. */
        IDLE,
        /** The node is lost. */
        LOST,
        /** The node cannot be used. */
        RETIRED,
        /** Nothing is left to be measured. */
        OVER
    }

    /** Starts a host on the node, and says whether the node is there. */
    interface Place {

        String name();

        /**
         * Starts a host.
         *
         * @throws HostGoneException if it has gone before it could be asked anything
         * @throws PreflightException if it cannot measure the cases of this run
         */
        NodeHost start();

        boolean isThere();

        /** Notes what became of the node, for people. */
        void note(String what, boolean lost);
    }

    /** So many hosts in a row that end before their first fork does are the fault of the node. */
    private static final int MOST_HOSTS = 3;

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Place place;
    private final UnitQueue<NodeUnit> queue;
    private final NodeCrew crew;
    private Optional<NodeHost> host = Optional.empty();
    private Optional<NodeUnit> unit = Optional.empty();
    private int hostsEnded;

    NodeWorker(Place place, UnitQueue<NodeUnit> queue, NodeCrew crew) {
        this.place = place;
        this.queue = queue;
        this.crew = crew;
    }

    /** Works until nothing is left to be done, or the node is of no more use. */
    void work() throws InterruptedException {
        try {
            for (Step step = step(); step != Step.RETIRED && step != Step.OVER; step = step()) {
                if (step == Step.IDLE) {
                    queue.await(PAUSE);
                } else if (step == Step.LOST) {
                    awaitReturn();
                }
            }
        } finally {
            end();
        }
    }

    private void awaitReturn() throws InterruptedException {
        while (!queue.isOver() && !place.isThere()) {
            closeIfNobodyIsLeft();
            queue.pause(PAUSE);
        }
        crew.back();
    }

    /** Does the next thing: starts a host, or runs a fork. */
    Step step() {
        if (queue.isOver()) {
            end();
            return Step.OVER;
        }
        try {
            if (host.isEmpty()) {
                host = Optional.of(place.start());
                return Step.DONE;
            }
            return measure(host.get());
        } catch (HostGoneException e) {
            return gone(e);
        } catch (PreflightException e) {
            end();
            if (queue.isOver()) {
                return Step.OVER;
            }
            unit.ifPresent(queue::giveBack);
            unit = Optional.empty();
            String why = String.valueOf(e.getMessage());
            return place.isThere() ? retired(why) : lost(why);
        }
    }

    private Step measure(NodeHost where) {
        if (unit.isEmpty()) {
            unit = queue.take();
            if (unit.isEmpty()) {
                return Step.IDLE;
            }
            unit.get().placed(where);
        }
        if (unit.get().fork(where)) {
            hostsEnded = 0;
        } else {
            unit = Optional.empty();
            queue.done();
            where.rest();
        }
        return Step.DONE;
    }

    private Step gone(HostGoneException gone) {
        Optional<NodeHost> ended = host;
        end();
        if (queue.isOver()) {
            return Step.OVER;
        }
        unit.ifPresent(its -> {
            ended.ifPresent(where -> its.lost(where, gone));
            queue.giveBack(its);
        });
        unit = Optional.empty();
        if (gone.end() instanceof HostEnd.NodeLost lost) {
            return lost(lost.why());
        }
        hostsEnded++;
        return hostsEnded < MOST_HOSTS ? Step.DONE : retired(String.valueOf(gone.getMessage()));
    }

    private Step lost(String why) {
        place.note(why, true);
        crew.lost(place.name() + " is lost (" + why + ")");
        closeIfNobodyIsLeft();
        return Step.LOST;
    }

    private Step retired(String why) {
        place.note(why, false);
        crew.retired(place.name() + " cannot be used (" + why + ")");
        closeIfNobodyIsLeft();
        return Step.RETIRED;
    }

    private void closeIfNobodyIsLeft() {
        if (crew.isGone()) {
            queue.close();
        }
    }

    private void end() {
        host.ifPresent(NodeHost::close);
        host = Optional.empty();
    }
}
