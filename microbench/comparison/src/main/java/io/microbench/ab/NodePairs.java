/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.forking.ForkReport;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.result.Likeness;
import io.microbench.result.RunNode;
import io.microbench.run.Budget;
import io.microbench.run.ForkLoop;
import io.microbench.run.NodeCrew;
import io.microbench.scaling.Curves;
import java.time.Duration;
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
import java.util.function.LongSupplier;

/**
 * Shares the cases of a comparison out among nodes, and moves those of a lost node to the others.
 *
 * <p>All pairs of a case run on one node, and so do the cases that differ only in their number of threads or their mode. The cases
 * that take longest are shared out first, each to the node that has the least so far. Pairs that ended before a node was lost count
 * together with those of the next node if that is like it; such a node is chosen where there is one. Otherwise the case begins anew,
 * and they stay in the record as lost.
 *
 * <p>For all threads.
 */
final class NodePairs {

    private final PairExecutor.Work work;
    private final NodeJournal journal;
    private final Budget budget;
    private final NodeCrew crew;
    private final Map<String, PairSchedule> schedules = new LinkedHashMap<>();
    private final Map<String, RunNode> known = new HashMap<>();
    private final Set<String> measuring = new HashSet<>();
    private final Set<String> busy = new HashSet<>();
    private final List<PairedForks> homeless = new ArrayList<>();
    private final Map<CaseId, Failure> abandoned = new LinkedHashMap<>();
    private boolean stopped;

    /**
     * Begins with all cases to be shared out among the nodes that {@link #measures} names.
     *
     * @param nodes how many nodes there may be
     */
    NodePairs(PairExecutor.Work work, NodeJournal journal, int nodes, LongSupplier nanoClock) {
        this.work = work;
        this.journal = journal;
        this.budget = new Budget(work.limits().budget(), nanoClock);
        this.crew = new NodeCrew(nodes, nanoClock);
        work.cases().forEach(paired -> homeless.add(new PairedForks(paired)));
    }

    /** Notes that nodes have hosts and can be given cases; several at once get equal shares. */
    synchronized void measures(Map<String, PairHosts> nodes) {
        nodes.forEach((name, hosts) -> {
            node(name, hosts);
            measuring.add(name);
            schedules
                    .computeIfAbsent(
                            name, none -> new PairSchedule(List.of(), work.judge(), work.limits(), work.seed()))
                    .forks()
                    .forEach(PairedForks::moved);
        });
        settle();
    }

    private void node(String name, PairHosts hosts) {
        for (Side side : Side.values()) {
            RunNode node = hosts.node(side);
            journal.node(side, node);
            known.put(name, node);
        }
    }

    /** Gives the cases that nobody has to nodes, if there are any. */
    private void settle() {
        if (measuring.isEmpty() || stopped) {
            return;
        }
        Map<CaseId, List<PairedForks>> families = new LinkedHashMap<>();
        homeless.forEach(
                forks -> families.computeIfAbsent(Curves.family(forks.paired().id()), none -> new ArrayList<>())
                        .add(forks));
        homeless.clear();
        families.values().stream()
                .sorted(Comparator.comparing(NodePairs::cost).reversed())
                .forEach(this::settle);
        notifyAll();
    }

    private static Duration cost(Collection<PairedForks> family) {
        return family.stream().map(PairedForks::pairCost).reduce(Duration.ZERO, Duration::plus);
    }

    private void settle(List<PairedForks> family) {
        String node = measuring.stream()
                .min(Comparator.<String>comparingLong(name -> unlike(family, name))
                        .thenComparing(name -> schedule(name).load())
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
        busy.add(node);
        for (PairedForks forks : family) {
            unlike(forks, node).ifPresent(why -> anew(forks, node, why));
            forks.moved();
            schedule(node).add(forks);
        }
    }

    /** Returns how many of the cases would have to begin anew on a node. */
    private long unlike(List<PairedForks> family, String node) {
        return family.stream().filter(forks -> unlike(forks, node).isPresent()).count();
    }

    private Optional<String> unlike(PairedForks forks, String node) {
        RunNode here = Optional.ofNullable(known.get(node)).orElseThrow();
        return forks.nodes().stream()
                .filter(name -> !name.equals(node))
                .flatMap(name -> Optional.ofNullable(known.get(name)).stream())
                .flatMap(before -> Likeness.difference(before, here).stream())
                .findFirst();
    }

    private void anew(PairedForks forks, String node, String unlike) {
        String why = "Its node was lost, and the case was measured anew on " + node + ": " + unlike;
        journal.anew(forks.paired(), Failure.of(Failure.Kind.NODE_LOST, why));
        forks.forget();
    }

    /** Returns the next fork of a node; empty if there is none for it at the moment. */
    synchronized Optional<PairFork> next(String node) {
        Optional<PairFork> next = isOver() ? Optional.empty() : schedule(node).next(budget.left());
        if (next.isEmpty()) {
            busy.remove(node);
            notifyAll();
        }
        return next;
    }

    /** Notes that a node had no hosts when pairs began to run. */
    synchronized void absent(String node, String why, boolean mayComeBack) {
        if (mayComeBack) {
            crew.lost(node + " is lost (" + why + ")");
        } else {
            crew.retired(node + " cannot be used (" + why + ")");
        }
    }

    /** Notes what a fork delivered. */
    synchronized void ended(String node, PairFork fork, ForkReport report, PairHosts hosts) {
        node(node, hosts);
        ended(node, fork, report);
    }

    private void ended(String node, PairFork fork, ForkReport report) {
        PairEvents events = new PairEvents(schedule(node), journal);
        events.forkEnded(fork, report);
        events.judged(fork, schedule(node).ended(fork, report));
    }

    /**
     * Notes that a fork was lost with its host, on a node that lives on. A case that does that again and again fails.
     *
     * @param began what is known of the fork
     */
    synchronized void hostEnded(String node, PairFork fork, LostForks.Begun began, String why) {
        if (schedule(node).forks(fork.turn().id()).endsHosts()) {
            ended(node, fork, began.report(Failure.Kind.CRASHED, why));
        } else {
            lost(node, fork, began, why);
            journal.hostEnded(began.text(), why);
        }
        schedule(node).forks().forEach(PairedForks::moved);
    }

    private void lost(String node, PairFork fork, LostForks.Begun began, String why) {
        journal.forkLost(fork.side(), fork.paired(), began.report(Failure.Kind.NODE_LOST, why));
        schedule(node).lost(fork);
    }

    /**
     * Notes that a node is gone, and moves its cases.
     *
     * @param fork the fork that it ran, with what is known of it; empty if it ran none
     * @param mayComeBack whether it is used again when it comes back
     */
    synchronized void gone(String node, Optional<LostForks.Begun> fork, String why, boolean mayComeBack) {
        fork.ifPresent(began -> lost(node, began.fork(), began, why));
        journal.nodeGone(node, why, fork.map(LostForks.Begun::text), mayComeBack);
        measuring.remove(node);
        if (busy.remove(node)) {
            // One that is not busy has nothing more to do: the time is spent, or its cases have all they may have.
            homeless.addAll(schedule(node).release());
        }
        absent(node, why, mayComeBack);
        settle();
        notifyAll();
    }

    /** Notes that a lost node is there again. */
    synchronized void back() {
        crew.back();
    }

    /** Gives out nothing more. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Returns whether nothing will be given out any more. */
    synchronized boolean isOver() {
        return stopped || (homeless.isEmpty() ? busy.isEmpty() : crew.isGone());
    }

    /** Waits until something may have changed, at most so long. Callers look again, so it may end at any time. */
    @SuppressWarnings("WaitNotInLoop")
    synchronized void await(Duration most) throws InterruptedException {
        if (!isOver()) {
            wait(most.toMillis());
        }
    }

    private PairSchedule schedule(String node) {
        return Optional.ofNullable(schedules.get(node)).orElseThrow();
    }

    /** Ends all cases with what their forks came to. */
    synchronized PairExecutor.Outcome finish() {
        if (!stopped) {
            String reason = "No node was left to measure it: " + String.join("; ", crew.gone()) + ".";
            homeless.forEach(forks -> abandon(forks, reason));
            homeless.clear();
        }
        Map<CaseId, Failure> failures = new LinkedHashMap<>(abandoned);
        List<CaseVerdict> verdicts = new ArrayList<>();
        homeless.forEach(forks -> forks.results(false).forEach(journal::caseEnded));
        for (PairSchedule schedule : schedules.values()) {
            for (PairedForks forks : schedule.forks()) {
                boolean failed = schedule.failures().containsKey(forks.paired().id());
                forks.results(failed).forEach(journal::caseEnded);
            }
            failures.putAll(schedule.failures());
            verdicts.addAll(schedule.verdicts().values());
        }
        String remark = abandoned.isEmpty()
                ? ""
                : "No node was left to measure all cases: " + String.join("; ", crew.gone()) + ".";
        return new PairExecutor.Outcome(end(verdicts), remark, verdicts, failures);
    }

    private void abandon(PairedForks forks, String reason) {
        abandoned.put(forks.paired().id(), Failure.of(Failure.Kind.NODE_LOST, reason));
        journal.notMeasured(forks.paired(), reason);
        forks.notMeasured(reason).forEach(journal::caseEnded);
    }

    private ForkLoop.End end(List<CaseVerdict> verdicts) {
        if (stopped || !abandoned.isEmpty()) {
            return ForkLoop.End.STOPPED;
        }
        if (schedules.values().stream().anyMatch(PairSchedule::isOutOfTime)) {
            return ForkLoop.End.BUDGET;
        }
        return verdicts.stream().allMatch(CaseVerdict::settled) ? ForkLoop.End.DECIDED : ForkLoop.End.FORKS;
    }
}
