/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.Metric;
import io.microbench.result.RunFolder;
import java.io.PrintStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the forks of one case, one after the other, until one fails or all are done. */
final class CaseRun {

    /** Starts a fork; JMH's header is printed with the first one. */
    interface ForkStarter {
        ForkRun.Outcome start(ForkRun fork, boolean withHeader);
    }

    private final PlannedCase planned;
    private final RunFolder folder;
    private final PrintStream console;
    private final Progress progress;
    private final ForkStarter starter;
    private final List<BenchmarkResult> results = new ArrayList<>();

    CaseRun(PlannedCase planned, RunFolder folder, PrintStream console, Progress progress, ForkStarter starter) {
        this.planned = planned;
        this.folder = folder;
        this.console = console;
        this.progress = progress;
        this.starter = starter;
    }

    CaseOutcome run() {
        CasePlan plan = planned.plan();
        int measured = Math.max(1, plan.forks());
        int all = measured + plan.warmupForks();
        for (int i = 1; i <= all; i++) {
            boolean warmup = i <= plan.warmupForks();
            int number = warmup ? i : i - plan.warmupForks();
            announce(warmup, number, warmup ? plan.warmupForks() : measured);
            ForkRun.Outcome outcome =
                    starter.start(new ForkRun(planned, number, folder.path(), console, Clock.systemUTC()), i == 1);
            console.println();
            Optional<Failure> failure = outcome.fork().failure();
            // Of a fork that is thrown away only its failure is worth keeping.
            if (!warmup || failure.isPresent()) {
                folder.append(planned.id(), outcome.fork());
            }
            if (failure.isPresent()) {
                return failed(failure.get());
            }
            if (!warmup) {
                outcome.jmh().ifPresent(results::add);
            }
        }
        return completed();
    }

    private void announce(boolean warmup, int number, int of) {
        console.println("# Run progress: " + progress.line());
        if (planned.plan().inProcess()) {
            console.println("# Fork: none, runs inside this JVM; NOT COMPARABLE");
        } else {
            console.println((warmup ? "# Warmup Fork: " : "# Fork: ") + number + " of " + of);
        }
    }

    private CaseOutcome completed() {
        BenchmarkResult merged = JmhResults.merge(results.get(0).getParams(), results);
        printResult(merged);
        CaseResult result = result(
                CaseResult.Status.DONE,
                "",
                Optional.of(JmhResults.metric(merged.getPrimaryResult())),
                JmhResults.metrics(merged.getSecondaryResults()));
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
        Optional.ofNullable(JmhResults.metrics(merged.getSecondaryResults()).get("gc.alloc.rate.norm"))
                .ifPresent(alloc -> console.printf(Locale.ROOT, "Allocated: %.3f %s%n%n", alloc.score(), alloc.unit()));
    }
}
