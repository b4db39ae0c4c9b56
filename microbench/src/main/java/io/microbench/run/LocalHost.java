// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.environment.Calibrator;
import io.microbench.fixture.Fixtures;
import io.microbench.fork.ForkGauge;
import io.microbench.forks.BusyForks;
import io.microbench.forks.ForkListener;
import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun;
import io.microbench.forks.JmhResults;
import io.microbench.forks.LoadedClasses;
import io.microbench.forks.Prewarm;
import io.microbench.forks.Progress;
import io.microbench.forks.RunClock;
import io.microbench.monitor.Monitor;
import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ForkReaper;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.result.CaseId;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.RunFolder;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the forks of a suite from this JVM with the parts that all of them share: the monitor, the process that ends them
 * when the host is killed, and the calibrations between them.
 */
final class LocalHost implements CaseHost {

    private final RunFolder folder;
    private final Progress progress;
    private final ForkRun.Outside outside;
    private final BusyForks busy;
    private final PrintStream console;
    private final Optional<Monitor> monitor;
    private final ForkReaper reaper;
    private final Calibrator calibrator;
    private final Fixtures fixtures;
    private final Map<CaseId, List<BenchmarkResult>> results = new HashMap<>();
    private volatile Optional<InProcessCase> inProcess = Optional.empty();
    private PrintStream output;
    private Prewarm.Use atSecondFork = () -> {};
    private int started;

    LocalHost(
            Plan plan,
            RunFolder folder,
            Progress progress,
            Clock clock,
            ForkRun.Outside outside,
            BusyForks busy,
            PrintStream console,
            Optional<MonitorHistory> history) {
        this.folder = folder;
        this.progress = progress;
        this.outside = outside;
        this.busy = busy;
        this.console = console;
        this.output = console;
        // A run without monitoring does not load the classes of the monitor.
        this.monitor = history.isPresent()
                ? Optional.of(Monitor.start(folder.path().toAbsolutePath(), history.get()))
                : Optional.empty();
        Path echo = ForkRun.echo(folder.path());
        this.reaper = ForkReaper.start(
                echo,
                echo.resolveSibling(echo.getFileName() + ".tmp"),
                echo.resolveSibling(ForkGauge.FILE),
                ForkRun.classes(folder.path()),
                RunFolder.draft(folder.path().resolve(RunFolder.RECORD)).toAbsolutePath());
        this.calibrator = Calibrator.ofThisMachine(clock);
        this.fixtures = new Fixtures(
                plan.cases(),
                folder.path().toAbsolutePath(),
                clock,
                ended -> folder.fixture(ended.run()),
                line -> (BriefScreen.isOn() && !line.startsWith("# WARNING") ? output : console).println(line));
    }

    @Override
    public void forget(PlannedCase planned) {
        results.remove(planned.id());
    }

    @Override
    public void printTo(PrintStream taker) {
        output = taker;
    }

    @Override
    public ForkReport fork(PlannedCase planned, ForkRequest requested) {
        ForkRun fork = new ForkRun(planned, requested.number(), folder.path(), output, RunClock.start())
                .ending(requested.ending())
                .recordingClasses();
        PrintStream out = System.out;
        if (output != console) {
            // JMH always writes the output of the fork to the standard output of this JVM.
            System.setOut(output);
        }
        ForkRun.Outcome outcome;
        try {
            outcome = start(fork, requested.first(), outside);
        } finally {
            System.setOut(out);
        }
        List<BenchmarkResult> counting = results.computeIfAbsent(planned.id(), none -> new ArrayList<>());
        if (!requested.discarded()) {
            outcome.jmh().ifPresent(counting::add);
        }
        // The line about a discarded fork also contains its value.
        return JmhResults.report(
                outcome, counting.isEmpty() ? outcome.jmh().stream().toList() : counting);
    }

    /**
     * Runs a fork with a profiler after all measured forks; its scores and JMH's output about it are discarded. Its
     * fixture is restarted, and ends with the run or before the next profiling fork.
     */
    ProfiledFork profile(
            PlannedCase planned, List<ForkResult> measured, ProfilerPlan profiler, Path base, ForkRun.Outside limits) {
        fixtures.closeOthers(planned.id());
        PlannedCase fork = ProfilingForks.planned(planned, measured, profiler, base);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        ForkRun.Outcome outcome =
                start(new ForkRun(fork, measured.size() + 1, folder.path(), nowhere, RunClock.start()), false, limits);
        Optional<BenchmarkResult> result = outcome.jmh();
        return ProfiledFork.read(
                profiler,
                base,
                outcome.fork().failure(),
                result.map(r -> JmhResults.metrics(r.getSecondaryResults())).orElse(Map.of()),
                result.map(r -> JmhResults.texts(r.getSecondaryResults())).orElse(Map.of()));
    }

    void whileForkStarts(Prewarm.Use use) {
        atSecondFork = use;
    }

    private ForkRun.Outcome start(ForkRun fork, boolean withHeader, ForkRun.Outside limits) {
        calibrate();
        started++;
        // Initializes classes while the JVM of a fork starts, not after the fork.
        if (started == 1 && !fork.planned().plan().inProcess()) {
            Prewarm.begin(Prewarm::ofLink, () -> LoadedClasses.codeOfForks()
                    .of(List.of(fork.planned().id().className())));
        } else if (started == 2 && !fork.planned().plan().inProcess()) {
            Prewarm.begin(atSecondFork);
        }
        return fixtures.around(fork, limits, busy, (each, watch) -> {
            if (each == fork) {
                return run(fork, watch, withHeader);
            }
            progress.asideStarted();
            try {
                return run(each, watch, false);
            } finally {
                progress.asideEnded();
            }
        });
    }

    private ForkRun.Outcome run(ForkRun fork, ForkRun.Outside requested, boolean withHeader) {
        if (monitor.isPresent()) {
            fork.withListener(ForkListener.monitored(monitor.get(), fork.planned()));
        }
        if (fork.planned().plan().inProcess()) {
            inProcess = Optional.of(InProcessCase.begin(fork.planned()));
        }
        ForkRun.Outcome outcome = fork.run(reaper, progress, requested, busy, withHeader);
        inProcess = Optional.empty();
        return outcome;
    }

    /** Returns the case that runs inside this JVM; empty if there is no such case. */
    Optional<InProcessCase> inProcess() {
        return inProcess;
    }

    /** Prints JMH's summary over all forks, and how much an operation allocates. */
    @Override
    public void summarize(PlannedCase planned, JoinedScore score, PrintStream to) {
        List<BenchmarkResult> forks =
                Optional.ofNullable(results.remove(planned.id())).orElse(List.of());
        OutputFormat text = OutputFormatFactory.createFormatInstance(to, VerboseMode.NORMAL);
        List<IterationResult> iterations = new ArrayList<>();
        forks.forEach(fork -> fork.getIterationResults().forEach(i -> iterations.add(JmhResults.withoutGc(i))));
        forks.stream()
                .findFirst()
                .ifPresent(first -> JmhResults.inOneLocale(
                        () -> text.endBenchmark(new BenchmarkResult(first.getParams(), iterations))));
        Optional.ofNullable(score.secondary().get(Metric.ALLOCATION))
                .ifPresent(alloc -> to.printf(Locale.ROOT, "Allocated: %.3f %s%n%n", alloc.score(), alloc.unit()));
    }

    @Override
    public void ended(PlannedCase planned) {
        fixtures.ended(planned.id());
    }

    /** Closes the fixtures, from any thread; a fork that waits for one is not started. */
    void endFixtures() {
        fixtures.close();
    }

    /** Calibrates the machine if a calibration is due; no fork may be busy. */
    void calibrate() {
        calibrator.betweenForks().ifPresent(folder::calibrated);
    }

    @Override
    public void close() {
        fixtures.close();
        if (monitor.isPresent()) {
            monitor.get().close();
        }
        reaper.close();
    }
}
