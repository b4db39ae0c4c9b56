// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.environment.PreflightException;
import io.microbench.forks.ForkRun;
import io.microbench.plan.PlannedCase;
import io.microbench.progress.Progress;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.QuietPoints;
import io.microbench.result.RunFolder;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRules;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Runs the forks of one case, one at each call, and puts together what they deliver. */
final class CaseRun {

    private final PlannedCase planned;
    private final RunFolder folder;
    private final PrintStream console;
    private final Progress progress;
    private final CaseForks forks;
    private Optional<StopRule> rule;
    /** Forks that ran where the case is being measured. */
    private int here;
    /** Forks that were thrown away there. */
    private int thrownAway;
    /** Forks that count. */
    private int counting;
    /** The number of the next fork that counts. */
    private int next = 1;

    private String lastLine = "";
    private Optional<Failure> fatal = Optional.empty();
    private Optional<Failure> withoutValue = Optional.empty();

    CaseRun(PlannedCase planned, RunFolder folder, PrintStream console, Progress progress, CaseForks forks) {
        this.planned = planned;
        this.folder = folder;
        this.console = console;
        this.progress = progress;
        this.forks = forks;
        this.rule = firstRule();
    }

    /** Returns a case whose forks are started from this JVM. */
    static CaseRun local(
            PlannedCase planned,
            RunFolder folder,
            PrintStream console,
            Progress progress,
            LocalCaseForks.Starter starter) {
        return new CaseRun(
                planned,
                folder,
                console,
                progress,
                new LocalCaseForks(planned, folder.path(), console, progress, starter));
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

    /** Returns how many forks have ended where the case is being measured. */
    int started() {
        return here;
    }

    /** Returns the number of the next fork that counts. */
    int next() {
        return next;
    }

    /** Returns a line about the last fork. */
    String lastLine() {
        return lastLine;
    }

    /**
     * Runs one more fork.
     *
     * @param limit the time for its iterations; only where the case is measured for as long as it needs
     */
    CaseTurns.End fork(Optional<Duration> limit) {
        CasePlan plan = planned.plan();
        boolean warmup = thrownAway < plan.warmupForks() && !plan.inProcess();
        console.println("# Run progress: " + progress.line());
        console.println(ForkLines.announcement(planned, warmup, 1 + (warmup ? thrownAway : counting)));
        Optional<ForkRun.Ending> ending = rule.map(r -> new ForkRun.Ending(r.text(), limit));
        ForkResult fork = forks.fork(new CaseForks.Asked(warmup ? thrownAway + 1 : next, warmup, here == 0, ending));
        here++;
        if (warmup) {
            thrownAway++;
        } else {
            counting++;
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
        return CaseTurns.End.of(fork, fatal.isPresent());
    }

    /** Notes that the case goes on elsewhere, with the forks that it has: those to be thrown away run there again. */
    void moved() {
        here = 0;
        thrownAway = 0;
    }

    /** Notes that the forks which the case has count no longer; they stay in the record, with why. */
    void anew(Failure why) {
        folder.leaveOut(planned.id(), why);
        forks.forget();
        moved();
        counting = 0;
        rule = firstRule();
        withoutValue = Optional.empty();
    }

    /** Records a fork of which nothing came back, and which counts for nothing; the next one gets another number. */
    void lost(ForkResult.Builder fork, Failure why) {
        if (thrownAway >= planned.plan().warmupForks()) {
            folder.append(planned.id(), fork.failure(Optional.of(why)).build());
            next++;
        }
    }

    /** Ends the case with a failure, whatever its forks delivered. */
    void giveUp(Failure why) {
        fatal = Optional.of(why);
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
        console.println("# FAILED " + planned.id().text() + ": " + failure.message());
        console.println();
        CaseResult result = result(CaseResult.Status.FAILED, failure.message(), Optional.empty(), Map.of());
        folder.end(result);
        return new CaseOutcome.Failed(result, failure);
    }

    /** Ends the case because nobody is left who could measure it. */
    CaseOutcome abandoned(Failure why) {
        forks.ended();
        console.println("# NOT MEASURED " + planned.id().text() + ": " + why.message());
        console.println();
        CaseResult result = result(CaseResult.Status.SKIPPED, why.message(), Optional.empty(), Map.of());
        folder.end(result);
        return new CaseOutcome.Failed(result, why);
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
