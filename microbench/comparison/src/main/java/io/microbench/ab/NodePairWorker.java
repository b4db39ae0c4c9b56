/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.environment.PreflightException;
import io.microbench.remote.HostEnd;
import io.microbench.remote.HostGoneException;
import io.microbench.result.Failure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the cases that {@link NodePairs} gives to one node, fork by fork.
 *
 * <p>A host that ends alone is started anew. A node that is lost loses the fork that it was running; it is used again when it comes back.
 */
final class NodePairWorker {

    /** So many hosts in a row that end before their first fork does are the fault of the node. */
    private static final int MOST_HOSTS = 3;

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final PairPlace place;
    private final NodePairs pairs;
    private final List<PairedCase> cases;
    private final Clock clock;
    private volatile Optional<PairHosts> hosts;
    private boolean lost;
    private boolean retired;
    private int hostsEnded;

    /**
     * Makes a worker.
     *
     * @param hosts that have been started already; empty if the node was lost meanwhile
     */
    NodePairWorker(PairPlace place, NodePairs pairs, List<PairedCase> cases, Optional<PairHosts> hosts, Clock clock) {
        this.place = place;
        this.pairs = pairs;
        this.cases = cases;
        this.hosts = hosts;
        this.lost = hosts.isEmpty();
        this.clock = clock;
    }

    /** Works until nothing is left to be done, or the node is of no more use. */
    void work() {
        try {
            while (!retired && !pairs.isOver()) {
                if (lost && !place.isThere()) {
                    pairs.await(PAUSE);
                } else if (hosts.isEmpty()) {
                    start();
                } else {
                    measure(hosts.get());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end();
        }
    }

    private void start() {
        if (lost) {
            lost = false;
            pairs.back();
        }
        try {
            PairHosts started = place.start(cases);
            hosts = Optional.of(started);
            pairs.measures(Map.of(place.name(), started));
        } catch (HostGoneException e) {
            gone(Optional.empty(), e);
        } catch (PreflightException e) {
            refused(e);
        }
    }

    private void measure(PairHosts where) throws InterruptedException {
        Optional<PairFork> next = pairs.next(place.name());
        if (next.isEmpty()) {
            pairs.await(PAUSE);
            return;
        }
        PairFork fork = next.get();
        Instant start = clock.instant();
        try {
            pairs.ended(
                    place.name(),
                    fork,
                    where.fork(fork.side(), fork.paired(), fork.turn().pair()),
                    where);
            hostsEnded = 0;
        } catch (HostGoneException e) {
            gone(Optional.of(begun(fork, start)), e);
        } catch (PreflightException e) {
            if (!pairs.isOver()) {
                String why = String.valueOf(e.getMessage());
                pairs.ended(place.name(), fork, begun(fork, start).report(Failure.Kind.NOT_STARTED, why), where);
            }
        }
    }

    private LostForks.Begun begun(PairFork fork, Instant start) {
        return new LostForks.Begun(fork, place.name(), start, clock.instant());
    }

    private void gone(Optional<LostForks.Begun> fork, HostGoneException gone) {
        end();
        if (pairs.isOver()) {
            return;
        }
        if (gone.end() instanceof HostEnd.NodeLost why) {
            lost = true;
            pairs.gone(place.name(), fork, why.why(), true);
            return;
        }
        hostsEnded++;
        String why = String.valueOf(gone.getMessage());
        fork.ifPresent(began -> pairs.hostEnded(place.name(), began.fork(), began, why));
        if (hostsEnded >= MOST_HOSTS) {
            retired = true;
            pairs.gone(place.name(), Optional.empty(), why, false);
        }
    }

    private void refused(PreflightException refused) {
        if (!pairs.isOver()) {
            lost = !place.isThere();
            retired = !lost;
            pairs.gone(place.name(), Optional.empty(), String.valueOf(refused.getMessage()), lost);
        }
    }

    private void end() {
        hosts.ifPresent(PairHosts::close);
        hosts = Optional.empty();
    }
}
