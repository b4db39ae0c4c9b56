/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.environment.PreflightException;
import io.microbench.environment.RunClock;
import io.microbench.forking.AdaptiveFork;
import io.microbench.forking.ForkOutput;
import io.microbench.forking.ForkRun;
import io.microbench.forking.JmhResults;
import io.microbench.plan.PlannedCase;
import io.microbench.progress.Progress;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.RunFolder;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRules;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the forks of one case, one at each call, and puts together what they deliver. */
final class CaseRun {

    /** Starts a fork; JMH's header is printed with the first one. */
    interface ForkStarter {
        ForkRun.Outcome start(ForkRun fork, Progress progress, boolean withHeader);

        /** Notes that a case gets no further fork. */
        default void ended(PlannedCase planned) {}
    }

    private final PlannedCase planned;
    private final RunFolder folder;
    private final PrintStream console;
    private final Progress progress;
    private final ForkStarter starter;
    private final List<BenchmarkResult> results = new ArrayList<>();
    private Optional<StopRule> rule;
    private int started;
    private String lastLine = "";
    private Optional<Failure> fatal = Optional.empty();
    private Optional<Failure> withoutValue = Optional.empty();

    CaseRun(PlannedCase planned, RunFolder folder, PrintStream console, Progress progress, ForkStarter starter) {
        this.planned = planned;
        this.folder = folder;
        this.console = console;
        this.progress = progress;
        this.starter = starter;
        this.rule = planned.plan().adaptive().map(adaptive -> rule(adaptive.rule()));
    }

    /** Without its rule a fork would not end. */
    private static StopRule rule(String text) {
        return StopRules.byName(text)
                .orElseThrow(
                        () -> new PreflightException("Unknown stop rule " + text + "; on this class path there are "
                                + StopRules.all().stream().map(StopRule::name).collect(Collectors.joining(", "))
                                + ". The others are in the artifact microbench-laboratory."));
    }

    /** Returns the case. */
    PlannedCase planned() {
        return planned;
    }

    /** Returns how many forks have been started. */
    int started() {
        return started;
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
        started++;
        CasePlan plan = planned.plan();
        boolean warmup = started <= plan.warmupForks() && !plan.inProcess();
        int number = warmup ? started : started - plan.warmupForks();
        console.println("# Run progress: " + progress.line());
        console.println(ForkLines.announcement(planned, warmup, number));
        Optional<ForkRun.Ending> ending = rule.map(r -> new ForkRun.Ending(r.text(), limit));
        ForkRun run = new ForkRun(planned, number, folder.path(), console, RunClock.start(), ending);
        ForkRun.Outcome outcome = starter.start(run, progress, started == 1);
        ForkResult fork = outcome.fork();
        lastLine = ForkLines.summary(
                fork, outcome.jmh().map(r -> r.getPrimaryResult().getScoreUnit()));
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
            rule = rule.map(r -> r.next(AdaptiveFork.points(fork.iterations(), plan.mode())));
        }
        if (!warmup) {
            outcome.jmh().ifPresent(results::add);
        }
        return end(fork);
    }

    private void failedWith(Failure failure) {
        switch (failure.kind()) {
            case NO_QUIET_TIME, OUT_OF_TIME -> withoutValue = Optional.of(failure);
            default -> fatal = Optional.of(failure);
        }
    }

    private CaseTurns.End end(ForkResult fork) {
        Duration iterations = Duration.ofNanos(Math.round(1e9
                * fork.iterations().stream()
                        .flatMap(i -> i.signs().stream())
                        .mapToDouble(signs -> signs.seconds())
                        .sum()));
        return new CaseTurns.End(
                fork.value().stream().boxed().findFirst(),
                fatal.isPresent(),
                Duration.between(fork.start(), fork.end()),
                iterations);
    }

    /** Returns the case as if it ended with the forks that it has. */
    CaseResult soFar() {
        if (results.isEmpty()) {
            return result(CaseResult.Status.PLANNED, "", Optional.empty(), Map.of());
        }
        BenchmarkResult merged = JmhResults.merge(results.get(0).getParams(), results);
        return result(
                CaseResult.Status.DONE,
                "",
                Optional.of(JmhResults.metric(merged.getPrimaryResult())),
                JmhResults.metrics(merged.getSecondaryResults()));
    }

    /** Returns what the case has come to, once it gets no further fork. */
    CaseOutcome outcome() {
        starter.ended(planned);
        if (fatal.isPresent()) {
            return failed(fatal.get());
        }
        if (results.isEmpty()) {
            return withoutValue
                    .filter(failure -> failure.kind() != Failure.Kind.OUT_OF_TIME)
                    .<CaseOutcome>map(this::failed)
                    .orElseGet(this::notReached);
        }
        return completed();
    }

    private CaseOutcome completed() {
        printResult(JmhResults.merge(results.get(0).getParams(), results));
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

    /** Prints JMH's summary over all forks, and how much an operation allocates. */
    private void printResult(BenchmarkResult merged) {
        OutputFormat text = OutputFormatFactory.createFormatInstance(console, VerboseMode.NORMAL);
        List<org.openjdk.jmh.results.IterationResult> iterations = new ArrayList<>();
        results.forEach(fork -> fork.getIterationResults().forEach(i -> iterations.add(ForkOutput.withoutGc(i))));
        text.endBenchmark(new BenchmarkResult(merged.getParams(), iterations));
        Optional.ofNullable(JmhResults.metrics(merged.getSecondaryResults()).get(Metric.ALLOCATION))
                .ifPresent(alloc -> console.printf(Locale.ROOT, "Allocated: %.3f %s%n%n", alloc.score(), alloc.unit()));
    }
}
