// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.monitor.MonitorHistory;
import io.microbench.monitor.NodeMonitor;
import io.microbench.plan.FixtureWarmup;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ShutdownHook;
import io.microbench.profile.ProfiledFork;
import io.microbench.profile.ProfilerPlan;
import io.microbench.remote.NodeNetwork;
import io.microbench.remote.NodeNetwork.StoppableNetwork;
import io.microbench.result.Failure;
import io.microbench.settings.AskedNodes;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.PreflightException;
import io.microbench.text.Printable;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Carries out a plan on several nodes: each measures whole units of cases, fork by fork, until all are measured.
 *
 * <p>This JVM measures nothing, nor does its machine unless it has a node. So the host on each node does the parts of a
 * {@link BenchmarkRun} that concern the machine: it checks whether forks can start and which profilers work, and it
 * handles the machine's lock, calibration, class archives and fixtures. Equal results of methods are checked here.
 */
public final class NodeRun extends OpenRun {

    private final StoppableNetwork network;
    private final Optional<NodeMonitor> monitor;
    private final MeasuredCases cases;
    private final NodeScheduler<CaseHost> scheduler;
    private final ShutdownHook onShutdown;

    private NodeRun(
            Plan plan,
            AskedNodes asked,
            NodeNetwork.Joined network,
            PrintStream console,
            Optional<MonitorHistory> history) {
        super(plan, console, UnaryOperator.identity());
        this.network = new StoppableNetwork(network);
        this.monitor = history.map(NodeMonitor::start);
        this.cases = new MeasuredCases(plan, folder, progress, console, monitor, skipped -> {});
        this.scheduler = new NodeScheduler<>(
                asked.names().stream()
                        .map(name -> new SuiteNode(name, this.network, plan, cases))
                        .toList(),
                this.network::stop,
                System::nanoTime);
        this.onShutdown = ShutdownHook.of("microbench-stop", this::shutDown);
    }

    /**
     * Joins the network of the nodes, prints the cost and opens the run's folder.
     *
     * @param asked the nodes that are to measure
     * @throws PreflightException if the plan has what cannot be done on nodes, or the network cannot be joined
     */
    public static NodeRun open(Plan plan, AskedNodes asked) {
        return open(plan, asked, NodeNetwork.find(asked.names()));
    }

    static NodeRun open(Plan plan, AskedNodes asked, NodeNetwork network) {
        refuse(plan);
        PrintStream console = Printable.stream(System.out);
        NodeNetwork.Joined joined = network.join(asked.names(), asked.network());
        try {
            NodeRun run = new NodeRun(plan, asked, joined, console, Monitors.history(plan, asked.names()));
            console.println("# " + cost(plan, asked) + ". Record: " + run.folder());
            run.disagreements.look(plan.cases(), run.scheduler::isStopped);
            console.println();
            return run;
        } catch (RuntimeException e) {
            joined.close();
            throw e;
        }
    }

    private static void refuse(Plan plan) {
        if (plan.cases().stream()
                .anyMatch(c -> c.switchedOff().isEmpty() && c.plan().inProcess())) {
            throw new PreflightException(
                    "forks = 0 measures inside this JVM, and microbench.nodes on others." + " Leave one of them out.");
        }
        if (plan.scheduling().budget().isPresent()) {
            throw new PreflightException("microbench.budget divides the time of one machine among its forks and cannot"
                    + " be used with microbench.nodes. Leave one of them out; microbench.precision can be used.");
        }
    }

    private static String cost(Plan plan, AskedNodes asked) {
        int nodes = asked.names().size();
        return Counted.of(plan.cases().size(), "case") + ", " + Counted.of(plan.forks(), "fork") + " on "
                + Counted.of(nodes, "node") + " (" + asked + "), about "
                + Durations.text(plan.cost().dividedBy(nodes)) + " if all are alike" + FixtureWarmup.note(plan.cases());
    }

    @Override
    MeasuredCases cases() {
        return cases;
    }

    /** Measures all cases on all nodes; the output of a case is kept until {@link #run} is called for it. */
    @Override
    public void measure(List<PlannedCase> asked, ForkPriority priority) {
        NodeUnits units = new NodeUnits(disagreements.without(asked), cases, plan.scheduling(), plan.seed());
        scheduler.run(units);
        if (!scheduler.isStopped()) {
            units.abandon(scheduler.gone());
        }
    }

    @Override
    public CaseOutcome run(PlannedCase asked) {
        return measured(asked.id())
                .or(() -> disagreements.end(asked))
                .orElseGet(() -> CaseOutcome.Failed.notStarted(asked));
    }

    @Override
    public ProfiledFork profile(PlannedCase asked, ProfilerPlan profiler, Path base) {
        return new ProfiledFork(
                Optional.empty(),
                Optional.of(Failure.of(Failure.Kind.NOT_STARTED, "nodes run no forks with profilers.")));
    }

    /** Stops the run, from any thread: hosts end with their busy forks, and no further fork is started. */
    @Override
    public void stop() {
        scheduler.stop();
    }

    private void shutDown() {
        stop();
        live.close();
    }

    @Override
    public Optional<MonitorHistory> monitored() {
        return monitor.map(NodeMonitor::history);
    }

    @Override
    public void close() {
        live.close();
        monitor.ifPresent(NodeMonitor::close);
        network.close();
        onShutdown.close();
    }
}
