// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.CaseUnits;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.HostGoneException;
import io.microbench.settings.Scheduling;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shares units of cases out among nodes, each of which takes one unit after another.
 *
 * <p>The units that take longest go first, so that the nodes end at about the same time. The unit of a lost node comes back to the front: it
 * is late already.
 */
final class NodeUnits implements SharedWork<CaseHost> {

    private final MeasuredCases cases;
    private final List<NodeUnit> all;
    private final Deque<NodeUnit> waiting;
    private final Map<String, NodeUnit> taken = new HashMap<>();
    private boolean closed;

    /** Begins with all cases to be measured. */
    NodeUnits(List<PlannedCase> planned, MeasuredCases cases, Scheduling scheduling, long seed) {
        this.cases = cases;
        this.all = CaseUnits.of(planned).stream()
                .map(unit ->
                        new NodeUnit(unit.cases().stream().map(cases::begin).toList(), scheduling, seed, cases))
                .sorted(Comparator.comparing(NodeUnit::cost).reversed())
                .toList();
        this.waiting = new ArrayDeque<>(all);
    }

    @Override
    public void ready(Map<String, CaseHost> hosts) {
        hosts.forEach((name, host) -> {
            host.node().ifPresent(cases::node);
            host.warnings().forEach(warning -> cases.warn(name, warning));
        });
    }

    @Override
    public boolean fork(String node, CaseHost host) {
        for (Optional<NodeUnit> unit = unit(node, host); unit.isPresent(); unit = unit(node, host)) {
            if (run(unit.get(), node)) {
                return true;
            }
            done(node);
            host.rest();
        }
        return false;
    }

    /** Returns the unit that a node has, or gives it the next one. */
    private Optional<NodeUnit> unit(String node, CaseHost host) {
        NodeUnit next;
        synchronized (this) {
            if (taken.containsKey(node)) {
                return Optional.ofNullable(taken.get(node));
            }
            if (closed || waiting.isEmpty()) {
                return Optional.empty();
            }
            next = waiting.removeFirst();
            taken.put(node, next);
        }
        next.placed(host);
        return Optional.of(next);
    }

    private synchronized Optional<NodeUnit> done(String node) {
        return Optional.ofNullable(taken.remove(node));
    }

    private boolean run(NodeUnit unit, String node) {
        try {
            return unit.fork();
        } catch (HostGoneException e) {
            HostGoneException gone = isOver() ? e : unit.lost(e);
            giveBack(node);
            throw gone;
        }
    }

    private synchronized void giveBack(String node) {
        done(node).ifPresent(waiting::addFirst);
    }

    @Override
    public void nodeGone(GoneNode gone) {
        giveBack(gone.name());
        cases.gone(gone);
    }

    @Override
    public synchronized boolean isOver() {
        return closed || (waiting.isEmpty() && taken.isEmpty());
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    /**
     * Ends the cases that no node was left to measure.
     *
     * @param gone why the nodes are gone
     */
    void abandon(List<String> gone) {
        String reason = GoneNode.nobodyLeft("it", gone);
        all.forEach(unit -> unit.cases().forEach(one -> cases.abandon(one, reason)));
    }
}
