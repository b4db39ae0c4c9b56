// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.RunLock;
import io.microbench.monitor.MonitorHistory;
import io.microbench.monitor.NodeMonitor;
import io.microbench.plan.CaseUnits;
import io.microbench.plan.FixtureWarmup;
import io.microbench.plan.GeneratedCode;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ShutdownHook;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostEndedException;
import io.microbench.remote.NodeNetwork;
import io.microbench.remote.NodeNetwork.StoppableNetwork;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.run.ForkLoop.Budget;
import io.microbench.run.NodeScheduler.NodeSession;
import io.microbench.run.NodeScheduler.NodeWork;
import io.microbench.run.NodeScheduler.UnavailableNode;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.settings.NodeSelection;
import io.microbench.settings.Scheduling;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.PreflightException;
import io.microbench.text.Printable;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Carries out a plan on several nodes: each measures whole units of cases, fork by fork, until all are measured.
 *
 * <p>This JVM measures nothing, and its machine only measures if it has a node. So the host on each node does the parts
 * of a {@link BenchmarkRun} that concern the machine: it checks whether forks can start and which profilers work, and
 * it handles the machine's lock, calibration and fixtures. This JVM checks that methods return equal results.
 */
final class NodeRun extends OpenRun {

    private final StoppableNetwork network;
    private final NodeScheduler<CaseHost> scheduler;
    private final ShutdownHook onShutdown;

    private NodeRun(
            Plan plan,
            NodeSelection requested,
            NodeNetwork.Joined network,
            PrintStream console,
            Optional<MonitorHistory> history) {
        super(plan, console, UnaryOperator.identity(), history, history.map(NodeMonitor::start));
        this.network = new StoppableNetwork(network);
        this.scheduler = new NodeScheduler<>(
                requested.names().stream()
                        .map(name -> new SuiteNode(name, this.network, plan, cases))
                        .toList(),
                this.network::stop,
                System::nanoTime);
        this.onShutdown = ShutdownHook.of("microbench-stop", this::stop);
    }

    /** Joins the network of the nodes, prints the cost and opens the run's folder. */
    static NodeRun open(Plan plan, NodeSelection requested, NodeNetwork network) {
        checkSupported(plan);
        PrintStream console = Printable.stream(System.out);
        NodeNetwork.Joined joined = network.join(requested.names(), requested.network());
        try {
            NodeRun run = new NodeRun(plan, requested, joined, console, history(plan, requested.names()));
            console.println("# " + cost(plan, requested) + ". Record: " + run.folder());
            run.disagreements.find(plan.cases(), run.scheduler::isStopped);
            console.println();
            return run;
        } catch (RuntimeException e) {
            joined.close();
            throw e;
        }
    }

    private static void checkSupported(Plan plan) {
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

    private static String cost(Plan plan, NodeSelection requested) {
        int nodes = requested.names().size();
        return Counted.of(plan.cases().size(), "case") + ", " + Counted.of(plan.forks(), "fork") + " on "
                + Counted.of(nodes, "node") + " (" + requested + "), about "
                + Durations.text(plan.cost().dividedBy(nodes)) + " if all are equally fast"
                + FixtureWarmup.note(plan.cases());
    }

    /** Measures all cases on all nodes; the output of a case is kept until {@link #run} is called for it. */
    @Override
    public void measure(List<PlannedCase> requested, ToDoubleFunction<CaseResult> priority) {
        NodeUnits units = new NodeUnits(disagreements.without(requested), cases, plan.scheduling(), plan.seed());
        scheduler.run(units);
        if (!scheduler.isStopped()) {
            units.abandon(scheduler.gone());
        }
    }

    @Override
    public CaseOutcome run(PlannedCase requested) {
        return measured(requested.id())
                .or(() -> disagreeing(requested))
                .orElseGet(() -> CaseOutcome.Failed.notStarted(requested));
    }

    @Override
    public ProfiledFork profile(PlannedCase requested, ProfilerPlan profiler, Path base) {
        return new ProfiledFork(
                Optional.empty(),
                Optional.of(Failure.of(Failure.Kind.NOT_STARTED, "nodes run no forks with profilers.")));
    }

    /** Stops the run, from any thread: hosts and their busy forks end, and no further fork is started. */
    @Override
    public void stop() {
        scheduler.stop();
    }

    @Override
    public void close() {
        cases.monitor().ifPresent(NodeMonitor::close);
        network.close();
        onShutdown.close();
    }

    /** Starts hosts with this JVM's class path and the settings of a plan on a node of a network. */
    record SuiteNode(String name, NodeNetwork.Joined network, Plan plan, MeasuredCases cases)
            implements NodeSession<CaseHost> {

        @Override
        public CaseHost start() {
            List<CaseId> running = plan.cases().stream()
                    .filter(planned -> planned.switchedOff().isEmpty())
                    .map(PlannedCase::id)
                    .toList();
            Optional<Duration> lockWait = RunLock.isIgnored() ? Optional.empty() : Optional.of(RunLock.WAIT);
            return new RemoteNodeHost(
                    name,
                    taker -> network.start(name, launch(), taker),
                    Map.of(),
                    running,
                    lockWait,
                    cases.monitor(),
                    fixture -> cases.fixture(name, fixture));
        }

        private Launch launch() {
            List<String> classPath = Pattern.compile(Pattern.quote(File.pathSeparator))
                    .splitAsStream(GeneratedCode.onClassPath(System.getProperty("java.class.path", "")))
                    .filter(entry -> !entry.isBlank())
                    .toList();
            return new Launch(
                    "node " + name, classPath, Path.of("").toAbsolutePath(), NodeSelection.settings(plan.settings()));
        }

        @Override
        public boolean isThere() {
            return network.isThere(name);
        }
    }

    /**
     * Distributes units of cases among nodes, each of which takes one unit after another.
     *
     * <p>Longer units are assigned first, so that all nodes finish at about the same time. The unit of a lost node is
     * assigned before all others, because it is already late.
     */
    static final class NodeUnits implements NodeWork<CaseHost> {

        private record Taken(NodeUnit unit, ForkLoop<ForkSchedule.Turn<CaseRun>, ForkTally.End> loop) {}

        private final MeasuredCases cases;
        private final List<NodeUnit> all;
        private final Deque<NodeUnit> waiting;
        private final Map<String, Taken> taken = new HashMap<>();
        private boolean closed;

        NodeUnits(List<PlannedCase> planned, MeasuredCases cases, Scheduling scheduling, long seed) {
            this.cases = cases;
            this.all = CaseUnits.of(planned).values().stream()
                    .map(unit -> new NodeUnit(
                            unit.stream().map(cases::begin).toList(),
                            scheduling,
                            seed,
                            cases,
                            Budget.unlimited(),
                            soFar -> 0))
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
            for (Optional<Taken> next = take(node, host); next.isPresent(); next = take(node, host)) {
                if (run(next.get(), node)) {
                    return true;
                }
                done(node);
                host.rest();
            }
            return false;
        }

        /** Returns the unit of a node; assigns the next one if the node has no unit. */
        private synchronized Optional<Taken> take(String node, CaseHost host) {
            if (!taken.containsKey(node) && !closed && !waiting.isEmpty()) {
                NodeUnit next = waiting.removeFirst();
                taken.put(node, new Taken(next, next.in(host, () -> false)));
            }
            return Optional.ofNullable(taken.get(node));
        }

        private synchronized Optional<NodeUnit> done(String node) {
            return Optional.ofNullable(taken.remove(node)).map(Taken::unit);
        }

        private boolean run(Taken next, String node) {
            try {
                return next.loop().turn().isEmpty();
            } catch (HostEndedException e) {
                HostEndedException gone = isOver() ? e : next.unit().lost(e);
                giveBack(node);
                throw gone;
            }
        }

        private synchronized void giveBack(String node) {
            done(node).ifPresent(waiting::addFirst);
        }

        @Override
        public void nodeGone(UnavailableNode gone) {
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

        void abandon(List<String> gone) {
            String reason = UnavailableNode.nobodyLeft("it", gone);
            all.forEach(unit -> unit.cases().forEach(caseRun -> cases.abandon(caseRun, reason)));
        }
    }
}
