/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.environment.PreflightException;
import io.microbench.remote.HostCases;
import io.microbench.run.NodePlace;
import io.microbench.run.NodeScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Runs pairs on nodes, with a thread for each; nothing is measured on this machine unless a node is there. */
final class SpreadPairs implements PairExecutor {

    /** Reaches the nodes, and knows what there is to measure. */
    interface Nodes extends AutoCloseable {

        /** Returns what there is to measure on a side. */
        HostCases known(Side side);

        /** Returns the nodes, whose hosts must have the given cases. */
        List<NodePlace<PairHosts>> places(List<PairedCase> cases);

        /** Ends all hosts, those that are being started among them; from any thread. */
        void stop();

        @Override
        void close();
    }

    private final Nodes nodes;
    private final LongSupplier nanoClock;
    private volatile Optional<NodeScheduler<PairHosts>> scheduler = Optional.empty();
    private Map<String, PairHosts> hosts = Map.of();

    /** Begins with nodes that have no hosts yet. */
    SpreadPairs(Nodes nodes, LongSupplier nanoClock) {
        this.nodes = nodes;
        this.nanoClock = nanoClock;
    }

    @Override
    public HostCases known(Side side) {
        return nodes.known(side);
    }

    /** Starts hosts on all nodes at the same time. */
    @Override
    public List<String> prepare(List<PairedCase> cases) {
        NodeScheduler<PairHosts> starting = new NodeScheduler<>(nodes.places(cases), nodes::stop, nanoClock);
        scheduler = Optional.of(starting);
        hosts = starting.start();
        List<String> warnings = new ArrayList<>();
        starting.absent().forEach(gone -> warnings.add(gone.lost() ? "Node " + gone.text() + "." : gone.warning()));
        if (hosts.isEmpty()) {
            throw new PreflightException("No node can measure. " + String.join(" ", warnings));
        }
        new TreeMap<>(hosts).forEach((name, started) -> started.warnings()
                .forEach(warning -> warnings.add("Node " + name + ": " + warning)));
        return warnings;
    }

    @Override
    public List<String> places() {
        return List.copyOf(hosts.keySet());
    }

    @Override
    public Outcome run(Work work, PairJournal journal) {
        NodeScheduler<PairHosts> started = scheduler.orElseThrow();
        NodePairs pairs = new NodePairs(work, (NodeJournal) journal, nanoClock);
        started.run(pairs);
        return pairs.finish(started.isStopped(), started.gone());
    }

    @Override
    public void stop() {
        scheduler.ifPresentOrElse(NodeScheduler::stop, nodes::stop);
    }

    @Override
    public void close() {
        hosts.values().forEach(PairHosts::close);
        nodes.close();
    }
}
