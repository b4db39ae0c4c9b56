// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.Progress;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunFolder;
import io.microbench.run.NodeRun.NodeUnits;
import io.microbench.run.NodeWorker.NodeCrew;
import io.microbench.settings.Scheduling;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs workers of fake nodes in one thread, always the one whose clock is furthest behind, so that each trial is
 * deterministic.
 */
final class Simulation {

    static final Duration FROZEN = Duration.ofSeconds(15);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream live = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    final Plan plan;
    final RunFolder folder;
    final MeasuredCases cases;
    final List<FakeNode> nodes = new ArrayList<>();
    private final TestClock clock = new TestClock();
    private final Set<FakeNode> idle = new HashSet<>();
    NodeCrew crew = new NodeCrew(0, clock);

    Simulation(Path output, PlannedCase... planned) {
        this(TestPlans.plan(output, planned));
    }

    Simulation(Plan plan) {
        this.plan = plan;
        this.folder = RunFolder.create(
                plan.output(),
                Instant.EPOCH,
                MadeRecords.machine().build(),
                List.of(),
                plan.cases().stream()
                        .map(one -> CaseResult.planned(one.id(), one.plan()))
                        .toList());
        Progress progress = new Progress(clock, plan.cost());
        this.cases = new MeasuredCases(plan, folder, progress, live, Optional.empty(), skipped -> {});
    }

    Simulation with(FakeNode node) {
        nodes.add(node);
        return this;
    }

    /** Measures until no work is left, and returns the printed lines. */
    List<String> run() {
        Scheduling scheduling = plan.scheduling();
        NodeUnits units = new NodeUnits(plan.cases(), cases, scheduling, 42);
        crew = new NodeCrew(nodes.size(), clock);
        List<NodeWorker<CaseHost>> workers = new ArrayList<>();
        nodes.forEach(node -> workers.add(new NodeWorker<>(node, units, crew, Optional.empty())));
        List<FakeNode> active = new ArrayList<>(nodes);
        while (!active.isEmpty()) {
            FakeNode next = active.stream()
                    .filter(node -> !idle.contains(node))
                    .min(Comparator.comparing(node -> node.clock))
                    .orElseThrow();
            step(next, workers.get(nodes.indexOf(next)).step(), active);
        }
        units.abandon(crew.gone());
        return shown();
    }

    /** Returns the printed lines so far. */
    List<String> shown() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private void step(FakeNode node, NodeWorker.Step step, List<FakeNode> active) {
        if (step != NodeWorker.Step.IDLE) {
            // Work may have been returned for idle workers.
            idle.forEach(other -> other.clock = other.clock.compareTo(node.clock) < 0 ? node.clock : other.clock);
            idle.clear();
        }
        switch (step) {
            case DONE -> {}
            case IDLE -> idle.add(node);
            case LOST -> {
                if (node.last.filter(fate -> fate == FakeNode.Fate.FREEZES).isPresent()) {
                    node.clock = node.clock.plus(FROZEN);
                    node.thaw();
                    crew.back();
                } else {
                    active.remove(node);
                }
            }
            case OVER -> active.remove(node);
        }
    }

    /** Returns the time at which the last node became idle. */
    Duration end() {
        return nodes.stream()
                .map(node -> node.clock)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    CaseResult result(PlannedCase planned) {
        return folder.record().cases().stream()
                .filter(one -> one.id().equals(planned.id()))
                .findFirst()
                .orElseThrow();
    }
}
