/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.environment.PreflightException;
import io.microbench.environment.RunClock;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostEnd;
import io.microbench.remote.HostGoneException;
import io.microbench.run.NodeThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Runs pairs on nodes, with a thread for each; nothing is measured on this machine unless a node is there. */
final class SpreadPairs implements PairExecutor {

    /** Reaches the nodes, and knows what there is to measure. */
    interface Nodes extends AutoCloseable {

        /** Returns what there is to measure on a side. */
        HostCases known(Side side);

        List<PairPlace> places();

        /** Ends all hosts, those that are being started among them; from any thread. */
        void stop();

        @Override
        void close();
    }

    private final Nodes nodes;
    private final LongSupplier nanoClock;
    private final Map<String, PairHosts> hosts = new ConcurrentHashMap<>();
    private final Map<String, String> refused = new ConcurrentHashMap<>();
    private final Map<String, String> lost = new ConcurrentHashMap<>();
    private List<PairedCase> cases = List.of();
    private volatile Optional<NodePairs> pairs = Optional.empty();
    private volatile boolean stopped;

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
    public List<String> prepare(List<PairedCase> wanted) {
        cases = List.copyOf(wanted);
        List<Runnable> starts = new ArrayList<>();
        nodes.places().forEach(place -> starts.add(() -> start(place)));
        NodeThreads.run("microbench-start-", names(), starts, this::stop);
        List<String> warnings = new ArrayList<>();
        new TreeMap<>(lost).forEach((name, why) -> warnings.add("Node " + name + " is lost (" + why + ")."));
        new TreeMap<>(refused).forEach((name, why) -> warnings.add("Node " + name + " is not used: " + why));
        if (hosts.isEmpty()) {
            throw new PreflightException("No node can measure. " + String.join(" ", warnings));
        }
        new TreeMap<>(hosts).forEach((name, started) -> started.warnings()
                .forEach(warning -> warnings.add("Node " + name + ": " + warning)));
        return warnings;
    }

    private void start(PairPlace place) {
        try {
            hosts.put(place.name(), place.start(cases));
        } catch (HostGoneException e) {
            if (e.end() instanceof HostEnd.NodeLost gone) {
                lost.put(place.name(), gone.why());
            } else {
                refused.put(place.name(), String.valueOf(e.getMessage()));
            }
        } catch (PreflightException e) {
            (place.isThere() ? refused : lost).put(place.name(), String.valueOf(e.getMessage()));
        }
    }

    private List<String> names() {
        return nodes.places().stream().map(PairPlace::name).toList();
    }

    @Override
    public List<String> places() {
        return names().stream().filter(hosts::containsKey).toList();
    }

    @Override
    public Outcome run(Work work, PairJournal journal) {
        return run(work, (NodeJournal) journal);
    }

    private Outcome run(Work work, NodeJournal journal) {
        NodePairs shared = new NodePairs(work, journal, nodes.places().size(), nanoClock);
        pairs = Optional.of(shared);
        if (stopped) {
            shared.stop();
        }
        refused.forEach((name, why) -> shared.absent(name, why, false));
        lost.forEach((name, why) -> shared.absent(name, why, true));
        shared.measures(hosts);
        List<Runnable> workers = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (PairPlace place : nodes.places()) {
            if (!refused.containsKey(place.name())) {
                NodePairWorker worker = new NodePairWorker(
                        place, shared, cases, Optional.ofNullable(hosts.get(place.name())), RunClock.start());
                names.add(place.name());
                workers.add(worker::work);
            }
        }
        NodeThreads.run("microbench-node-", names, workers, this::stop);
        return shared.finish();
    }

    @Override
    public void stop() {
        stopped = true;
        pairs.ifPresent(NodePairs::stop);
        nodes.stop();
    }

    @Override
    public void close() {
        hosts.values().forEach(PairHosts::close);
        nodes.close();
    }
}
