// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.PairRun.PairMachines.PairHosts;
import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.forks.ForkReport;
import io.microbench.forks.RunClock;
import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.remote.HostEndedException;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.NodeSimilarity;
import io.microbench.result.RunNode;
import io.microbench.run.ForkLoop;
import io.microbench.run.ForkLoop.Budget;
import io.microbench.run.NodeScheduler.NodeWork;
import io.microbench.run.NodeScheduler.UnavailableNode;
import io.microbench.scaling.Curves;
import io.microbench.text.PreflightException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Distributes the cases of a comparison among nodes, or assigns all to this machine, and moves the cases of a lost node
 * to other nodes.
 *
 * <p>All pairs of a case run on the same node, and so do cases that differ only in the number of threads or the mode.
 * The longest cases are assigned first, each to the node with the least work so far. If a node is lost, its cases move
 * to similar nodes if possible, and keep their completed pairs. Otherwise a case starts again, and its completed pairs
 * are recorded as lost. Thread-safe.
 */
final class AssignedPairs implements NodeWork<PairHosts> {

    private final PairRun.Work work;
    private final ComparisonJournal journal;
    private final AnytimeJudge judge;
    private final Budget budget;
    private final Clock clock = RunClock.start();
    private final Map<String, PairSchedule> schedules = new LinkedHashMap<>();
    private final Map<String, RunNode> known = new HashMap<>();
    private final Set<String> measuring = new HashSet<>();
    private final Set<String> busy = new HashSet<>();
    private final List<PairedForks> unassigned = new ArrayList<>();
    private boolean closed;

    /** Creates an assignment in which all cases wait for nodes that are {@link #ready}. */
    AssignedPairs(PairRun.Work work, ComparisonJournal journal, LongSupplier nanoClock) {
        this.work = work;
        this.journal = journal;
        // The significance level is divided among all cases.
        this.judge = new AnytimeJudge(
                work.limits().level(), work.cases().size(), work.limits().band(), work.suspects());
        this.budget = new Budget(work.limits().budget(), nanoClock);
        work.cases().forEach(paired -> unassigned.add(new PairedForks(paired)));
    }

    @Override
    public synchronized void ready(Map<String, PairHosts> nodes) {
        nodes.forEach((name, hosts) -> {
            node(name, hosts);
            measuring.add(name);
            schedules
                    .computeIfAbsent(name, none -> new PairSchedule(judge, work.limits(), work.seed()))
                    .forks()
                    .forEach(PairedForks::moved);
        });
        assign();
    }

    private void node(String name, PairHosts hosts) {
        for (Side side : Side.values()) {
            hosts.node(side).ifPresent(node -> {
                journal.node(side, node);
                known.put(name, node);
            });
        }
    }

    private void assign() {
        if (measuring.isEmpty() || closed) {
            return;
        }
        Map<CaseId, List<PairedForks>> families = new LinkedHashMap<>();
        unassigned.forEach(
                forks -> families.computeIfAbsent(Curves.family(forks.paired().id()), none -> new ArrayList<>())
                        .add(forks));
        unassigned.clear();
        families.values().stream()
                .sorted(Comparator.comparing(AssignedPairs::cost).reversed())
                .forEach(this::assign);
    }

    private static Duration cost(Collection<PairedForks> family) {
        return family.stream().map(PairedForks::pairCost).reduce(Duration.ZERO, Duration::plus);
    }

    private void assign(List<PairedForks> family) {
        String node = measuring.stream()
                .min(Comparator.<String>comparingLong(name -> restarts(family, name))
                        .thenComparing(name -> schedule(name).load())
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
        busy.add(node);
        for (PairedForks forks : family) {
            difference(forks, node).ifPresent(why -> restart(forks, node, why));
            forks.moved();
            schedule(node).add(forks);
        }
    }

    /** Returns the number of cases that would have to start again on a node. */
    private long restarts(List<PairedForks> family, String node) {
        return family.stream()
                .filter(forks -> difference(forks, node).isPresent())
                .count();
    }

    private Optional<String> difference(PairedForks forks, String node) {
        return forks.nodes().stream()
                .filter(name -> !name.equals(node))
                .flatMap(name -> NodeSimilarity.difference(known(name), known(node)).stream())
                .findFirst();
    }

    private RunNode known(String node) {
        return Optional.ofNullable(known.get(node)).orElseThrow();
    }

    private void restart(PairedForks forks, String node, String difference) {
        Failure why = UnavailableNode.measuredAnew(" on " + node, difference);
        journal.anew(forks.paired(), why);
        forks.forget();
    }

    @Override
    public boolean fork(String node, PairHosts hosts) {
        Optional<PairFork> next = next(node);
        next.ifPresent(fork -> run(fork, node, hosts));
        return next.isPresent();
    }

    synchronized Optional<PairFork> next(String node) {
        Optional<PairFork> next = isOver() ? Optional.empty() : schedule(node).next(budget.left());
        if (next.isEmpty()) {
            busy.remove(node);
        }
        return next;
    }

    private void run(PairFork fork, String node, PairHosts hosts) {
        Instant start = clock.instant();
        try {
            ForkReport report = hosts.fork(fork, work.folders().apply(fork.side()));
            ended(fork, node, hosts, report);
        } catch (HostEndedException e) {
            throw gone(fork, node, start, e);
        } catch (PreflightException e) {
            if (!isOver()) {
                ended(
                        fork,
                        node,
                        hosts,
                        failed(fork, node, start, Failure.Kind.NOT_STARTED, String.valueOf(e.getMessage())));
            }
        }
    }

    private synchronized void ended(PairFork fork, String node, PairHosts hosts, ForkReport report) {
        node(node, hosts);
        ended(fork, node, report);
    }

    private void ended(PairFork fork, String node, ForkReport report) {
        journal.forkEnded(fork.side(), fork.paired(), report);
        schedule(node).ended(fork, report);
        report.fork().failure().ifPresent(failure -> journal.failed(fork.side(), fork.paired(), failure));
        if (fork.isSecond()) {
            fork.forks().verdict().ifPresent(verdict -> journal.pairEnded(fork.number(), verdict));
        }
    }

    /** Fails a case whose hosts have ended repeatedly although their nodes kept running. */
    private synchronized HostEndedException gone(PairFork fork, String node, Instant start, HostEndedException gone) {
        Optional<String> lost = gone.end() instanceof HostEnd.NodeLost end ? Optional.of(end.why()) : Optional.empty();
        String why = lost.orElse(String.valueOf(gone.getMessage()));
        if (!closed && lost.isEmpty() && fork.forks().endsHosts()) {
            ended(fork, node, failed(fork, node, start, Failure.Kind.CRASHED, why));
        } else if (!closed) {
            journal.forkEnded(fork.side(), fork.paired(), failed(fork, node, start, Failure.Kind.NODE_LOST, why));
            if (lost.isEmpty()) {
                journal.hostEnded(fork.text(), why);
            }
        }
        return gone.during(fork.text());
    }

    /** Returns the report of a fork that failed without a result. */
    private synchronized ForkReport failed(PairFork fork, String node, Instant start, Failure.Kind kind, String why) {
        return new ForkReport(
                ForkResult.builder(fork.number())
                        .start(start.truncatedTo(ChronoUnit.MILLIS))
                        .end(clock.instant().truncatedTo(ChronoUnit.MILLIS))
                        .node(Optional.ofNullable(known.get(node)).map(RunNode::name))
                        .failure(Optional.of(Failure.of(kind, why)))
                        .build(),
                Optional.empty(),
                Map.of());
    }

    @Override
    public synchronized void nodeGone(UnavailableNode gone) {
        String node = gone.name();
        journal.nodeGone(gone);
        measuring.remove(node);
        if (busy.remove(node)) {
            // An idle node has finished: the time is used up, or none of its cases needs more forks.
            unassigned.addAll(schedule(node).release());
        }
        assign();
    }

    @Override
    public synchronized boolean isOver() {
        return closed || (unassigned.isEmpty() && busy.isEmpty());
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    private PairSchedule schedule(String node) {
        return Optional.ofNullable(schedules.get(node)).orElseThrow();
    }

    /** Ends all cases with the results of their forks. */
    synchronized PairRun.Outcome finish(boolean stopped, List<String> gone) {
        boolean abandoned = !stopped && !unassigned.isEmpty();
        List<PairedForks> measured = schedules.values().stream()
                .flatMap(schedule -> schedule.forks().stream())
                .toList();
        Map<CaseId, Failure> failures = new HashMap<>();
        for (PairedForks forks : measured) {
            endCase(forks::result);
            forks.failure().ifPresent(failure -> failures.put(forks.paired().id(), failure));
        }
        String reason = UnavailableNode.nobodyLeft("it", gone);
        for (PairedForks forks : unassigned) {
            PairedCase paired = forks.paired();
            if (abandoned) {
                failures.put(paired.id(), Failure.of(Failure.Kind.NODE_LOST, reason));
                journal.notMeasured(paired, reason);
                endCase(side ->
                        CaseResult.planned(paired.id(), paired.plan(side)).skipped(reason));
            } else {
                endCase(forks::result);
            }
        }
        List<CaseVerdict> verdicts =
                measured.stream().flatMap(forks -> forks.verdict().stream()).toList();
        String remark = abandoned ? UnavailableNode.nobodyLeft("all cases", gone) : "";
        return new PairRun.Outcome(end(stopped || abandoned, verdicts), remark, verdicts, failures);
    }

    private void endCase(Function<Side, CaseResult> result) {
        for (Side side : Side.values()) {
            journal.caseEnded(side, result.apply(side));
        }
    }

    private ForkLoop.End end(boolean stopped, List<CaseVerdict> verdicts) {
        if (stopped) {
            return ForkLoop.End.STOPPED;
        }
        if (schedules.values().stream().anyMatch(PairSchedule::isOutOfTime)) {
            return ForkLoop.End.BUDGET;
        }
        return verdicts.stream().allMatch(verdict -> verdict.settled() || verdict.isControl())
                ? ForkLoop.End.DECIDED
                : ForkLoop.End.FORKS;
    }
}
