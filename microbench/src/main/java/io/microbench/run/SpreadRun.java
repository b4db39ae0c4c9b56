/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.plan.Scheduling;
import io.microbench.remote.HostLines;
import io.microbench.shard.CaseUnits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Shares cases out among nodes, with a thread for each.
 *
 * <p>The units that take longest go first, so that the nodes end at about the same time.
 */
final class SpreadRun {

    /** Makes places whose hosts have lines that are given to {@code opened}, so that a stop ends them. */
    interface Places {
        NodeWorker.Place of(String node, Consumer<HostLines> opened);
    }

    private final List<String> names;
    private final Places places;
    private final SpreadCases cases;
    private final Scheduling scheduling;
    private final long seed;
    private final Set<HostLines> hosts = ConcurrentHashMap.newKeySet();
    private volatile UnitQueue<NodeUnit> queue = new UnitQueue<>(List.of());
    private volatile boolean stopped;

    SpreadRun(List<String> names, Places places, SpreadCases cases, Scheduling scheduling, long seed) {
        this.names = List.copyOf(names);
        this.places = places;
        this.cases = cases;
        this.scheduling = scheduling;
        this.seed = seed;
    }

    /** Measures the cases until all are decided, nobody is left to measure them, or the run is stopped. */
    void measure(List<PlannedCase> planned) {
        List<NodeUnit> units = units(planned, cases, scheduling, seed);
        UnitQueue<NodeUnit> work = new UnitQueue<>(units);
        queue = work;
        NodeCrew crew = new NodeCrew(names.size(), System::nanoTime);
        List<Runnable> workers = new ArrayList<>();
        for (String name : names) {
            NodeWorker worker = new NodeWorker(places.of(name, this::opened), work, crew);
            workers.add(() -> work(worker));
        }
        if (stopped) {
            stop();
        }
        NodeThreads.run("microbench-node-", names, workers, this::stop);
        if (!stopped) {
            abandon(units, cases, crew);
        }
    }

    private static void work(NodeWorker worker) {
        try {
            worker.work();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the units of the given cases, those first that are expected to take longest. */
    static List<NodeUnit> units(List<PlannedCase> planned, SpreadCases cases, Scheduling scheduling, long seed) {
        return CaseUnits.of(planned).stream()
                .map(unit ->
                        new NodeUnit(unit.cases().stream().map(cases::begin).toList(), scheduling, seed, cases))
                .sorted(Comparator.comparing(NodeUnit::cost).reversed())
                .toList();
    }

    /** Ends the cases that nobody was left to measure. */
    static void abandon(List<NodeUnit> units, SpreadCases cases, NodeCrew crew) {
        String reason = "No node was left to measure it: " + String.join("; ", crew.gone()) + ".";
        units.forEach(unit -> unit.cases().forEach(one -> cases.abandon(one, reason)));
    }

    private void opened(HostLines lines) {
        hosts.add(lines);
        if (stopped) {
            lines.close();
        }
    }

    /** Ends what is busy, from any thread; nothing more is started. */
    void stop() {
        stopped = true;
        queue.close();
        hosts.forEach(HostLines::close);
    }

    boolean isStopped() {
        return stopped;
    }
}
