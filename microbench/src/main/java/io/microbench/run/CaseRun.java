// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun;
import io.microbench.forks.Progress;
import io.microbench.forks.RunClock;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.HostEndedException;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.NodeSimilarity;
import io.microbench.result.RulePoints;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.NodeWork;
import io.microbench.run.NodeScheduler.UnavailableNode;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.stopping.StopRule;
import io.microbench.text.PreflightException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs the forks of one case, one per call, and combines their results.
 *
 * <p>If its node is lost, the case continues on another node. If that node is equivalent to the lost one, the forks of
 * both count. Otherwise the case is measured again, and the earlier forks stay in the record as lost.
 *
 * <p>A host combines the forks that it has run as JMH does. If the counted forks ran in several hosts, {@link
 * JoinedScore} combines them.
 */
final class CaseRun {

    /** The counted forks of one host, with the score that it computed from them. */
    private static final class ForkPart {
        private final List<ForkResult> forks = new ArrayList<>();
        private Optional<JoinedScore> score = Optional.empty();
    }

    private final PlannedCase planned;
    private final RunFolder folder;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream console;
    private final boolean live;
    private final Progress progress;
    private final Clock clock = RunClock.start();
    private final List<ForkTally.End> counting = new ArrayList<>();
    private final Deque<ForkPart> parts = new ArrayDeque<>();
    private Optional<CaseHost> host = Optional.empty();
    private ForkTally turns;
    private Optional<StopRule> rule;
    private Instant started = Instant.EPOCH;
    private boolean lost;
    /** Forks that ran on the node that measures the case now. */
    private int here;
    /** Discarded forks on the node that measures the case now. */
    private int discarded;

    private int next = 1;

    private int hostsEnded;
    private String lastLine = "";
    private Optional<Failure> fatal = Optional.empty();
    private Optional<Failure> withoutValue = Optional.empty();

    /** Creates a run without forks; the output is stored unless {@code live} receives it. */
    CaseRun(PlannedCase planned, RunFolder folder, Progress progress, Optional<PrintStream> live) {
        this.planned = planned;
        this.folder = folder;
        this.console = live.orElseGet(() -> new PrintStream(printed, true, StandardCharsets.UTF_8));
        this.live = live.isPresent();
        this.progress = progress;
        this.turns = new ForkTally(planned.plan());
        this.rule = firstRule();
    }

    private Optional<StopRule> firstRule() {
        return planned.plan().adaptive().map(adaptive -> StopRule.of(adaptive.rule()));
    }

    PlannedCase planned() {
        return planned;
    }

    ForkTally turns() {
        return turns;
    }

    boolean isLive() {
        return live;
    }

    /** Returns whether its last fork ended because its host ended, which {@link #lost} has not recorded yet. */
    boolean isLost() {
        return lost;
    }

    /** Returns a line about the last fork, with its number among those that ran on the current node. */
    String lastLine() {
        return "fork " + here + place() + ": " + lastLine;
    }

    Optional<RunNode> node() {
        return host.flatMap(CaseHost::node);
    }

    private String place() {
        return node().map(where -> " on " + where.name()).orElse("");
    }

    /** Continues in the given host, and keeps the earlier forks if they are valid on that host, too. */
    void placed(CaseHost where, Function<String, Optional<RunNode>> known) {
        Optional<String> unlike = where.node().flatMap(now -> parts.stream()
                .flatMap(part -> part.forks.stream())
                .reduce((first, last) -> last)
                .flatMap(ForkResult::node)
                .flatMap(known)
                .filter(before -> !before.name().equals(now.name()))
                .flatMap(before -> NodeSimilarity.difference(before, now)));
        host = Optional.of(where);
        here = 0;
        discarded = 0;
        unlike.map(why -> UnavailableNode.measuredAnew(place(), why)).ifPresent(this::anew);
        parts.add(new ForkPart());
        turns = new ForkTally(planned.plan());
        counting.forEach(turns::ended);
    }

    private void anew(Failure why) {
        console.println("# " + why.message());
        folder.leaveOut(planned.id(), why);
        parts.clear();
        counting.clear();
        rule = firstRule();
        withoutValue = Optional.empty();
    }

    static Optional<ForkTally.End> fork(ForkSchedule.Turn<CaseRun> turn) {
        return Optional.of(turn.scheduled().measure(turn.limit()));
    }

    private ForkTally.End measure(Optional<Duration> limit) {
        CaseHost where = host.orElseThrow();
        CasePlan plan = planned.plan();
        if (!live && where.node().isEmpty()) {
            progress.turn();
        }
        where.printTo(console);
        boolean warmup = discarded < plan.warmupForks() && !plan.inProcess();
        console.println("# Run progress: " + progress.line());
        console.println(ForkLines.announcement(planned, warmup, 1 + (warmup ? discarded : counting.size())));
        Optional<ForkRun.Ending> ending = rule.map(r -> new ForkRun.Ending(r.text(), limit));
        ForkReport report =
                fork(where, new CaseHost.ForkRequest(warmup ? discarded + 1 : next, warmup, here == 0, ending));
        ForkResult fork = report.fork();
        here++;
        if (warmup) {
            discarded++;
        } else {
            next++;
        }
        lastLine = ForkLines.summary(fork, report.score().map(Metric::unit).filter(unit -> fork.failure()
                .isEmpty()));
        if (plan.adaptive().isPresent()) {
            console.println("# " + lastLine);
        }
        console.println();
        // Only the failure of a discarded fork is kept.
        if (!warmup || fork.failure().isPresent()) {
            folder.append(planned.id(), fork, report.classes());
        }
        fork.failure().ifPresent(this::failedWith);
        if (fork.failure().isEmpty()) {
            // The result of this fork may shorten the warm-up of the next one.
            rule = rule.map(r -> r.next(RulePoints.of(fork.iterations(), plan.mode())));
        }
        ForkTally.End end = ForkTally.End.of(fork, fatal.isPresent());
        if (!warmup) {
            counting.add(end);
        }
        return end;
    }

    /** Runs a fork; a fork that failed, or that the host refused, also has a result. */
    private ForkReport fork(CaseHost where, CaseHost.ForkRequest requested) {
        started = now();
        try {
            ForkReport report = where.fork(planned, requested);
            if (!requested.discarded()) {
                ForkPart last = parts.getLast();
                last.forks.add(report.fork());
                last.score = report.score().map(score -> new JoinedScore(score, report.secondary()));
            }
            return report;
        } catch (HostEndedException e) {
            lost = true;
            throw e;
        } catch (PreflightException e) {
            ForkResult refused = begun(requested.number())
                    .failure(Optional.of(Failure.of(Failure.Kind.NOT_STARTED, String.valueOf(e.getMessage()))))
                    .build();
            return new ForkReport(refused, Optional.empty(), Map.of());
        }
    }

    /** Returns the known values of the last fork, which returned no result. */
    private ForkResult.Builder begun(int number) {
        return ForkResult.builder(number).start(started).end(now()).node(node().map(RunNode::name));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Records that the last fork is lost with its host and does not count; returns its description. */
    String lost(HostEndedException gone) {
        lost = false;
        String fork = "fork " + next + " of " + planned.id().text();
        Failure why = Failure.of(Failure.Kind.NODE_LOST, String.valueOf(gone.getMessage()));
        console.println("# LOST " + fork + ": " + why.message());
        console.println();
        if (discarded >= planned.plan().warmupForks()) {
            folder.append(planned.id(), begun(next).failure(Optional.of(why)).build());
            next++;
        }
        if (!(gone.end() instanceof HostEnd.NodeLost) && ++hostsEnded >= NodeWork.MOST_HOSTS) {
            fatal = Optional.of(Failure.of(Failure.Kind.CRASHED, why.message()));
            turns.giveUp();
        }
        return fork;
    }

    private Optional<JoinedScore> score() {
        List<ForkPart> scored =
                parts.stream().filter(part -> part.score.isPresent()).toList();
        if (scored.size() <= 1) {
            return scored.stream().flatMap(part -> part.score.stream()).findFirst();
        }
        return Optional.of(JoinedScore.of(
                scored.stream().flatMap(part -> part.forks.stream()).toList(),
                scored.get(0).score.orElseThrow().primary().unit()));
    }

    private void failedWith(Failure failure) {
        switch (failure.kind()) {
            case NO_QUIET_TIME, OUT_OF_TIME -> withoutValue = Optional.of(failure);
            default -> fatal = Optional.of(failure);
        }
    }

    /** Returns the case with the forks so far, as if it had ended. */
    CaseResult soFar() {
        return score().map(score -> result(CaseResult.Status.DONE, "", Optional.of(score.primary()), score.secondary()))
                .orElseGet(() -> result(CaseResult.Status.PLANNED, "", Optional.empty(), Map.of()));
    }

    CaseOutcome outcome() {
        host.ifPresent(where -> where.ended(planned));
        if (fatal.isPresent()) {
            return failed(fatal.get());
        }
        if (score().isEmpty()) {
            return withoutValue
                    .filter(failure -> failure.kind() != Failure.Kind.OUT_OF_TIME)
                    .<CaseOutcome>map(this::failed)
                    .orElseGet(this::notReached);
        }
        return completed();
    }

    private CaseOutcome completed() {
        score().ifPresent(all -> host.orElseThrow().summarize(planned, all, console));
        CaseResult result = soFar();
        folder.end(result);
        return new CaseOutcome.Completed(result);
    }

    private CaseOutcome failed(Failure failure) {
        host.ifPresent(where -> where.forget(planned));
        CaseResult before = soFar();
        if (failure.kind() != Failure.Kind.STOPPED || before.status() != CaseResult.Status.DONE) {
            return ended(CaseResult.Status.FAILED, "FAILED", failure);
        }
        console.println("# STOPPED " + planned.id().text() + ": " + failure.message());
        console.println();
        folder.end(before);
        return new CaseOutcome.Failed(before, failure);
    }

    CaseOutcome abandoned(String reason) {
        return ended(CaseResult.Status.SKIPPED, "NOT MEASURED", Failure.of(Failure.Kind.NODE_LOST, reason));
    }

    private CaseOutcome ended(CaseResult.Status status, String how, Failure why) {
        console.println("# " + how + " " + planned.id().text() + ": " + why.message());
        console.println();
        CaseResult result = result(status, why.message(), Optional.empty(), Map.of());
        folder.end(result);
        return new CaseOutcome.Failed(result, why);
    }

    String printed(List<String> more) {
        more.forEach(console::println);
        return printed.toString(StandardCharsets.UTF_8);
    }

    private CaseOutcome notReached() {
        CaseResult result = CaseResult.planned(planned.id(), planned.plan()).skipped(CaseOutcome.NotReached.REASON);
        folder.end(result);
        return new CaseOutcome.NotReached(result);
    }

    private CaseResult result(
            CaseResult.Status status, String reason, Optional<Metric> score, Map<String, Metric> secondary) {
        List<ForkResult> forks = OpenRun.recorded(folder, planned.id()).forks();
        return new CaseResult(planned.id(), planned.plan(), status, reason, score, secondary, forks);
    }
}
