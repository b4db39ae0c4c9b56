// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.PairRun.PairJournal;
import io.microbench.compare.PairRun.PairPlaces.PairHosts;
import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.forks.ForkReport;
import io.microbench.forks.RunClock;
import io.microbench.judge.CaseVerdict;
import io.microbench.remote.HostGoneException;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Likeness;
import io.microbench.result.RunNode;
import io.microbench.run.ForkLoop;
import io.microbench.run.ForkLoop.Budget;
import io.microbench.run.NodeScheduler.GoneNode;
import io.microbench.run.NodeScheduler.SharedWork;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Shares the cases of a comparison out among nodes, or gives all to this machine, and moves those of a lost node to the others.
 *
 * <p>All pairs of a case run on one node, and so do the cases that differ only in their number of threads or their
 * mode. The longest cases are assigned first, each to the node that has the least so far. Pairs that ended before a
 * node was lost count together with those of the next node if the two are alike; such a node is preferred. Otherwise
 * the case starts again, and they stay in the record as lost. For all threads.
 */
final class SharedPairs implements SharedWork<PairHosts> {

    private final PairRun.Work work;
    private final PairJournal journal;
    private final Budget budget;
    private final Clock clock = RunClock.start();
    private final Map<String, PairSchedule> schedules = new LinkedHashMap<>();
    private final Map<String, RunNode> known = new HashMap<>();
    private final Set<String> measuring = new HashSet<>();
    private final Set<String> busy = new HashSet<>();
    private final List<PairedForks> homeless = new ArrayList<>();
    private final Map<CaseId, Failure> abandoned = new LinkedHashMap<>();
    private boolean closed;

    /** Begins with all cases to be shared out among the nodes that are {@link #ready}. */
    SharedPairs(PairRun.Work work, PairJournal journal, LongSupplier nanoClock) {
        this.work = work;
        this.journal = journal;
        this.budget = new Budget(work.limits().budget(), nanoClock);
        work.cases().forEach(paired -> homeless.add(new PairedForks(paired)));
    }

    @Override
    public synchronized void ready(Map<String, PairHosts> nodes) {
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
            hosts.node(side).ifPresent(node -> {
                journal.node(side, node);
                known.put(name, node);
            });
        }
    }

    private void settle() {
        if (measuring.isEmpty() || closed) {
            return;
        }
        Map<CaseId, List<PairedForks>> families = new LinkedHashMap<>();
        homeless.forEach(
                forks -> families.computeIfAbsent(Curves.family(forks.paired().id()), none -> new ArrayList<>())
                        .add(forks));
        homeless.clear();
        families.values().stream()
                .sorted(Comparator.comparing(SharedPairs::cost).reversed())
                .forEach(this::settle);
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

    /** Returns how many of the cases would have to start again on a node. */
    private long unlike(List<PairedForks> family, String node) {
        return family.stream().filter(forks -> unlike(forks, node).isPresent()).count();
    }

    private Optional<String> unlike(PairedForks forks, String node) {
        return forks.nodes().stream()
                .filter(name -> !name.equals(node))
                .flatMap(name -> Optional.ofNullable(known.get(name)).stream())
                .flatMap(before ->
                        Optional.ofNullable(known.get(node))
                                .flatMap(here -> Likeness.difference(before, here))
                                .stream())
                .findFirst();
    }

    private void anew(PairedForks forks, String node, String unlike) {
        Failure why = GoneNode.measuredAnew(" on " + node, unlike);
        journal.anew(forks.paired(), why);
        forks.forget();
    }

    @Override
    public boolean fork(String node, PairHosts hosts) {
        Optional<BegunFork> next = next(node);
        if (next.isPresent()) {
            run(next.get(), hosts);
        }
        return next.isPresent();
    }

    synchronized Optional<BegunFork> next(String node) {
        Optional<BegunFork> next = (isOver()
                        ? Optional.<PairFork>empty()
                        : schedule(node).next(budget.left()))
                .map(fork -> new BegunFork(fork, node, Optional.ofNullable(known.get(node)), clock.instant()));
        if (next.isEmpty()) {
            busy.remove(node);
        }
        return next;
    }

    private void run(BegunFork began, PairHosts hosts) {
        PairFork fork = began.fork();
        try {
            ended(
                    began,
                    hosts.fork(
                            fork.side(),
                            fork.paired(),
                            fork.turn().pair(),
                            work.folders().apply(fork.side())),
                    hosts);
        } catch (HostGoneException e) {
            throw gone(began, e);
        } catch (PreflightException e) {
            if (!isOver()) {
                String why = String.valueOf(e.getMessage());
                ended(began, began.failed(Failure.Kind.NOT_STARTED, why, clock.instant()), hosts);
            }
        }
    }

    private synchronized void ended(BegunFork began, ForkReport report, PairHosts hosts) {
        node(began.place(), hosts);
        ended(began.place(), began.fork(), report);
    }

    private void ended(String node, PairFork fork, ForkReport report) {
        PairSchedule schedule = schedule(node);
        CaseId id = fork.turn().id();
        journal.forkEnded(fork.side(), fork.paired(), report);
        schedule.ended(fork, report);
        Optional.ofNullable(schedule.failures().get(id))
                .ifPresent(failure -> journal.failed(fork.side(), fork.paired(), failure));
        if (fork.isSecond()) {
            Optional.ofNullable(schedule.verdicts().get(id))
                    .ifPresent(verdict -> journal.pairEnded(fork.turn(), verdict));
        }
    }

    private synchronized HostGoneException gone(BegunFork began, HostGoneException gone) {
        if (!closed && gone.end() instanceof HostEnd.NodeLost lost) {
            lost(began, lost.why());
        } else if (!closed) {
            hostEnded(began, String.valueOf(gone.getMessage()));
        }
        return gone.during(began.text());
    }

    /** A case that ends its hosts again and again, on nodes that live on, fails. */
    private void hostEnded(BegunFork began, String why) {
        PairSchedule schedule = schedule(began.place());
        if (schedule.forks(began.fork().turn().id()).endsHosts()) {
            ended(began.place(), began.fork(), began.failed(Failure.Kind.CRASHED, why, clock.instant()));
        } else {
            lost(began, why);
            journal.hostEnded(began.text(), why);
        }
        schedule.forks().forEach(PairedForks::moved);
    }

    private void lost(BegunFork began, String why) {
        PairFork fork = began.fork();
        journal.forkEnded(fork.side(), fork.paired(), began.failed(Failure.Kind.NODE_LOST, why, clock.instant()));
        schedule(began.place()).lost(fork);
    }

    @Override
    public synchronized void nodeGone(GoneNode gone) {
        String node = gone.name();
        journal.nodeGone(gone);
        measuring.remove(node);
        if (busy.remove(node)) {
            // One that is not busy has nothing more to do: the time is spent, or its cases have all they may have.
            homeless.addAll(schedule(node).release());
        }
        settle();
    }

    @Override
    public synchronized boolean isOver() {
        return closed || (homeless.isEmpty() && busy.isEmpty());
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
        if (!stopped) {
            String reason = GoneNode.nobodyLeft("it", gone);
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
        String remark = abandoned.isEmpty() ? "" : GoneNode.nobodyLeft("all cases", gone);
        return new PairRun.Outcome(end(stopped, verdicts), remark, verdicts, failures);
    }

    private void abandon(PairedForks forks, String reason) {
        abandoned.put(forks.paired().id(), Failure.of(Failure.Kind.NODE_LOST, reason));
        journal.notMeasured(forks.paired(), reason);
        forks.notMeasured(reason).forEach(journal::caseEnded);
    }

    private ForkLoop.End end(boolean stopped, List<CaseVerdict> verdicts) {
        if (stopped || !abandoned.isEmpty()) {
            return ForkLoop.End.STOPPED;
        }
        if (schedules.values().stream().anyMatch(PairSchedule::isOutOfTime)) {
            return ForkLoop.End.BUDGET;
        }
        return verdicts.stream().allMatch(CaseVerdict::settled) ? ForkLoop.End.DECIDED : ForkLoop.End.FORKS;
    }

    /** A fork that was started and has delivered nothing yet. */
    record BegunFork(PairFork fork, String place, Optional<RunNode> node, Instant start) {
        /** Returns the report of the fork if it delivers nothing. */
        ForkReport failed(Failure.Kind kind, String why, Instant now) {
            return new ForkReport(
                    ForkResult.builder(fork.turn().pair())
                            .start(start.truncatedTo(ChronoUnit.MILLIS))
                            .end(now.truncatedTo(ChronoUnit.MILLIS))
                            .node(node.map(RunNode::name))
                            .failure(Optional.of(Failure.of(kind, why)))
                            .build(),
                    Optional.empty(),
                    Map.of());
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "fork %d of the %s of %s",
                    fork.turn().pair(),
                    fork.side().label(),
                    fork.paired().id().text());
        }
    }
}
