// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.ForkRun;
import io.microbench.forks.Progress;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.HostGoneException;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Likeness;
import io.microbench.result.Metric;
import io.microbench.result.QuietPoints;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRules;
import io.microbench.text.PreflightException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs the forks of one case, one per call, and combines their results.
 *
 * <p>If its node is lost, the case continues on another node. If that node is like the lost one, the forks of both
 * count together. Otherwise the case is measured again, and the earlier forks stay in the record as lost.
 */
final class CaseRun {

    private final PlannedCase planned;
    private final RunFolder folder;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream console;
    private final boolean live;
    private final Progress progress;
    private final CaseForks forks;
    private final CaseTurns turns;
    private final List<CaseTurns.End> counting = new ArrayList<>();
    private Optional<StopRule> rule;
    /** Forks that ran where the case is being measured. */
    private int here;
    /** Forks that were thrown away there. */
    private int thrownAway;
    /** The number of the next fork that counts. */
    private int next = 1;

    private int hostsEnded;
    private String lastLine = "";
    private Optional<Failure> fatal = Optional.empty();
    private Optional<Failure> withoutValue = Optional.empty();

    /**
     * Begins without forks.
     *
     * @param live takes the output; if empty, the output is kept
     */
    CaseRun(PlannedCase planned, RunFolder folder, Progress progress, Optional<PrintStream> live) {
        this.planned = planned;
        this.folder = folder;
        this.console = live.orElseGet(() -> new PrintStream(printed, true, StandardCharsets.UTF_8));
        this.live = live.isPresent();
        this.progress = progress;
        this.forks = new CaseForks(planned);
        this.turns = new CaseTurns(planned.plan());
        this.rule = firstRule();
    }

    private Optional<StopRule> firstRule() {
        return planned.plan().adaptive().map(adaptive -> rule(adaptive.rule()));
    }

    /** Without its rule a fork would not end. */
    private static StopRule rule(String text) {
        return StopRules.byName(text)
                .orElseThrow(() -> new PreflightException(
                        "Unknown stop rule " + text + "; expected " + String.join(" or ", StopRules.names())));
    }

    /** Returns the case. */
    PlannedCase planned() {
        return planned;
    }

    CaseTurns turns() {
        return turns;
    }

    /** Returns whether what the case prints is shown at once. */
    boolean isLive() {
        return live;
    }

    /** Returns a line about the last fork, with its number among those that ran where the case is. */
    String lastLine() {
        return "fork " + here + forks.lastPlace() + ": " + lastLine;
    }

    /**
     * Goes on in the given host, with the forks that it has if they count there as well.
     *
     * @param known returns the known properties of a node by its name
     */
    void placed(CaseHost host, Function<String, Optional<RunNode>> known) {
        Optional<String> unlike = host.node().flatMap(where -> forks.lastNode()
                .flatMap(known)
                .filter(before -> !before.name().equals(where.name()))
                .flatMap(before -> Likeness.difference(before, where)));
        forks.placed(host);
        here = 0;
        thrownAway = 0;
        unlike.map(why -> GoneNode.measuredAnew(forks.lastPlace(), why)).ifPresent(this::anew);
        turns.restart(counting);
    }

    private void anew(Failure why) {
        console.println("# " + why.message());
        folder.leaveOut(planned.id(), why);
        forks.forget();
        counting.clear();
        rule = firstRule();
        withoutValue = Optional.empty();
    }

    /**
     * Runs one more fork.
     *
     * @param limit the time for its iterations; only where the case is measured for as long as it needs
     */
    CaseTurns.End fork(CaseHost host, Optional<Duration> limit) {
        host.printTo(console);
        CasePlan plan = planned.plan();
        boolean warmup = thrownAway < plan.warmupForks() && !plan.inProcess();
        console.println("# Run progress: " + progress.line());
        console.println(ForkLines.announcement(planned, warmup, 1 + (warmup ? thrownAway : counting.size())));
        Optional<ForkRun.Ending> ending = rule.map(r -> new ForkRun.Ending(r.text(), limit));
        ForkResult fork = forks.fork(new CaseHost.Asked(warmup ? thrownAway + 1 : next, warmup, here == 0, ending));
        here++;
        if (warmup) {
            thrownAway++;
        } else {
            next++;
        }
        lastLine = ForkLines.summary(fork, forks.lastUnit());
        if (plan.adaptive().isPresent()) {
            console.println("# " + lastLine);
        }
        console.println();
        // Of a fork that is thrown away only its failure is worth keeping.
        if (!warmup || fork.failure().isPresent()) {
            folder.append(planned.id(), fork);
        }
        fork.failure().ifPresent(this::failedWith);
        if (fork.failure().isEmpty()) {
            // What this fork showed may spare the next one some of its warm-up.
            rule = rule.map(r -> r.next(QuietPoints.of(fork.iterations(), plan.mode())));
        }
        CaseTurns.End end = CaseTurns.End.of(fork, fatal.isPresent());
        if (!warmup) {
            counting.add(end);
        }
        return end;
    }

    /**
     * Records that the fork that was started last is lost with its host and does not count.
     *
     * @return the fork in words
     */
    String lost(HostGoneException gone) {
        String fork = "fork " + next + " of " + planned.id().text();
        Failure why = Failure.of(Failure.Kind.NODE_LOST, String.valueOf(gone.getMessage()));
        console.println("# LOST " + fork + ": " + why.message());
        console.println();
        if (thrownAway >= planned.plan().warmupForks()) {
            folder.append(
                    planned.id(), forks.begun(next).failure(Optional.of(why)).build());
            next++;
        }
        if (!(gone.end() instanceof HostEnd.NodeLost) && ++hostsEnded >= SharedWork.MOST_HOSTS) {
            fatal = Optional.of(Failure.of(Failure.Kind.CRASHED, why.message()));
            turns.giveUp();
        }
        return fork;
    }

    private void failedWith(Failure failure) {
        switch (failure.kind()) {
            case NO_QUIET_TIME, OUT_OF_TIME -> withoutValue = Optional.of(failure);
            default -> fatal = Optional.of(failure);
        }
    }

    /** Returns the case as if it ended with the forks that it has. */
    CaseResult soFar() {
        return forks.score()
                .map(score -> result(CaseResult.Status.DONE, "", Optional.of(score.primary()), score.secondary()))
                .orElseGet(() -> result(CaseResult.Status.PLANNED, "", Optional.empty(), Map.of()));
    }

    /** Returns what the case has come to, once it gets no further fork. */
    CaseOutcome outcome() {
        forks.ended();
        if (fatal.isPresent()) {
            return failed(fatal.get());
        }
        if (forks.score().isEmpty()) {
            return withoutValue
                    .filter(failure -> failure.kind() != Failure.Kind.OUT_OF_TIME)
                    .<CaseOutcome>map(this::failed)
                    .orElseGet(this::notReached);
        }
        return completed();
    }

    private CaseOutcome completed() {
        forks.print(console);
        CaseResult result = soFar();
        folder.end(result);
        return new CaseOutcome.Completed(result);
    }

    private CaseOutcome failed(Failure failure) {
        forks.failed();
        console.println("# FAILED " + planned.id().text() + ": " + failure.message());
        console.println();
        CaseResult result = result(CaseResult.Status.FAILED, failure.message(), Optional.empty(), Map.of());
        folder.end(result);
        return new CaseOutcome.Failed(result, failure);
    }

    /** Ends the case because no node is left that could measure it. */
    CaseOutcome abandoned(String reason) {
        Failure why = Failure.of(Failure.Kind.NODE_LOST, reason);
        console.println("# NOT MEASURED " + planned.id().text() + ": " + why.message());
        console.println();
        CaseResult result = result(CaseResult.Status.SKIPPED, why.message(), Optional.empty(), Map.of());
        folder.end(result);
        return new CaseOutcome.Failed(result, why);
    }

    /** Returns the kept output, followed by the given lines. */
    String printed(List<String> more) {
        more.forEach(console::println);
        return printed.toString(StandardCharsets.UTF_8);
    }

    private CaseOutcome notReached() {
        String reason = "the time budget ran out before its first fork finished";
        CaseResult result = CaseResult.planned(planned.id(), planned.plan()).skipped(reason);
        folder.end(result);
        return new CaseOutcome.NotReached(result);
    }

    private CaseResult result(
            CaseResult.Status status, String reason, Optional<Metric> score, Map<String, Metric> secondary) {
        CaseResult known = folder.record().cases().stream()
                .filter(c -> c.id().equals(planned.id()))
                .findFirst()
                .orElseThrow();
        return new CaseResult(planned.id(), planned.plan(), status, reason, score, secondary, known.forks());
    }
}
