// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.environment.RunClock;
import io.microbench.forks.ForkOutput;
import io.microbench.forks.ForkRun;
import io.microbench.forks.JmhResults;
import io.microbench.plan.PlannedCase;
import io.microbench.progress.Progress;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the forks of one case from this JVM, and adds them up as JMH does. */
final class LocalCaseForks implements CaseForks {

    /** Starts a fork; JMH's header is printed with the first one. */
    interface Starter {
        ForkRun.Outcome start(ForkRun fork, Progress progress, boolean withHeader);

        /** Notes that a case gets no further fork. */
        default void ended(PlannedCase planned) {}
    }

    private final PlannedCase planned;
    private final Path folder;
    private final PrintStream console;
    private final Progress progress;
    private final Starter starter;
    private final List<BenchmarkResult> results = new ArrayList<>();
    private Optional<String> lastUnit = Optional.empty();

    LocalCaseForks(PlannedCase planned, Path folder, PrintStream console, Progress progress, Starter starter) {
        this.planned = planned;
        this.folder = folder;
        this.console = console;
        this.progress = progress;
        this.starter = starter;
    }

    @Override
    public ForkResult fork(Asked asked) {
        ForkRun run = new ForkRun(planned, asked.number(), folder, console, RunClock.start(), asked.ending());
        ForkRun.Outcome outcome = starter.start(run, progress, asked.first());
        lastUnit = outcome.jmh().map(result -> result.getPrimaryResult().getScoreUnit());
        if (!asked.thrownAway()) {
            outcome.jmh().ifPresent(results::add);
        }
        return outcome.fork();
    }

    @Override
    public Optional<String> lastUnit() {
        return lastUnit;
    }

    @Override
    public Optional<Score> score() {
        return merged().map(all ->
                new Score(JmhResults.metric(all.getPrimaryResult()), JmhResults.metrics(all.getSecondaryResults())));
    }

    private Optional<BenchmarkResult> merged() {
        return results.isEmpty()
                ? Optional.empty()
                : Optional.of(JmhResults.merge(results.get(0).getParams(), results));
    }

    @Override
    public void forget() {
        results.clear();
    }

    /** Prints JMH's summary over all forks, and how much an operation allocates. */
    @Override
    public void print(PrintStream to) {
        OutputFormat text = OutputFormatFactory.createFormatInstance(to, VerboseMode.NORMAL);
        List<org.openjdk.jmh.results.IterationResult> iterations = new ArrayList<>();
        results.forEach(fork -> fork.getIterationResults().forEach(i -> iterations.add(ForkOutput.withoutGc(i))));
        merged().ifPresent(all ->
                ForkOutput.inOneLocale(() -> text.endBenchmark(new BenchmarkResult(all.getParams(), iterations))));
        score().map(all -> all.secondary().get(Metric.ALLOCATION))
                .ifPresent(alloc -> to.printf(Locale.ROOT, "Allocated: %.3f %s%n%n", alloc.score(), alloc.unit()));
    }

    @Override
    public void ended() {
        starter.ended(planned);
    }
}
