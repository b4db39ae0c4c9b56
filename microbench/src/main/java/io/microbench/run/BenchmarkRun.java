// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.cds.LentClassPath;
import io.microbench.environment.EnvironmentProbe;
import io.microbench.environment.Preflight;
import io.microbench.environment.Profilers;
import io.microbench.environment.RunClock;
import io.microbench.environment.RunLock;
import io.microbench.environment.ShutdownHook;
import io.microbench.forks.BusyForks;
import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.FixtureWarmup;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Scheduling;
import io.microbench.process.ParentProcess;
import io.microbench.profile.ProfiledFork;
import io.microbench.profile.ProfilerPlan;
import io.microbench.progress.LiveLine;
import io.microbench.progress.Progress;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.Profile;
import io.microbench.result.RunFolder;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.Printable;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.runner.Defaults;

/**
 * Carries out a plan, one JMH fork at a time.
 *
 * <p>Each fork is a {@code Runner.run} of its own, and its result is on disk before the next one starts: whatever a
 * fork does, and whenever the host is stopped, what was measured before is kept. A run holds JMH's machine-wide lock
 * from its first fork to its last. When the host goes, its fork goes with it.
 */
public final class BenchmarkRun implements PlanRun {

    private static final String SQUEEZED = " if every squeeze climbs to its highest number of threads";

    private final PrintStream console;
    private final Clock clock;
    private final RunFolder folder;
    private final RunLock lock;
    private final LentClassPath classPath;
    private final Profilers profilers;
    private final LiveLine live;
    private final Progress progress;
    private final RunForks forks;
    private final ShutdownHook onShutdown;
    private final Scheduling scheduling;
    private final MeasuredAhead ahead;
    private final MeasuredAhead inTurn;
    private final VariantTurns variants;
    private final Disagreements disagreements;
    private final Squeezes squeezes;
    private final BusyForks busy = new BusyForks();
    private final RunLimits limits;

    private BenchmarkRun(
            Plan plan, PrintStream console, Clock clock, RunLock lock, LentClassPath classPath, Profilers profilers) {
        this.scheduling = plan.scheduling();
        ParentProcess parent = ParentProcess.find();
        this.limits = new RunLimits(scheduling, parent, busy);
        this.classPath = classPath;
        this.profilers = profilers;
        this.console = console;
        this.clock = clock;
        this.lock = lock;
        this.folder = RunFolder.create(
                plan.output(),
                clock.instant(),
                new EnvironmentProbe(Path.of("/")).probeWithClassPath(),
                plan.settings(),
                plan.cases().stream()
                        .map(c -> runnable(c, profilers))
                        .map(c -> CaseResult.planned(c.id(), c.plan()))
                        .toList());
        this.disagreements = new Disagreements(folder, console);
        this.forks = new RunForks(plan, folder, clock, limits, busy, console::println);
        this.live = LiveLine.onTerminal(System.getenv(), parent);
        this.progress = new Progress(System::nanoTime, plan.cost(), live);
        scheduling.budget().ifPresent(progress::endAfter);
        this.squeezes = new Squeezes(scheduling.patience(), plan.cases());
        this.ahead = ahead(scheduling, plan.seed());
        this.inTurn = ahead(VariantTurns.IN_TURN, plan.seed());
        this.variants = new VariantTurns(scheduling, plan.cases());
        this.onShutdown = ShutdownHook.of("microbench-stop", this::shutDown);
    }

    private MeasuredAhead ahead(Scheduling its, long seed) {
        return new MeasuredAhead(its, seed, limits.budget(), progress, console, busy::isStopped);
    }

    /**
     * Checks the environment, takes the machine-wide lock, prints the cost and opens the run's folder.
     *
     * @throws io.microbench.environment.PreflightException if the run cannot deliver numbers; its message names what to do
     */
    public static BenchmarkRun open(Plan plan) {
        LentClassPath classPath = LentClassPath.ofLoader(Defaults.class.getClassLoader());
        try {
            return open(plan, classPath);
        } catch (RuntimeException e) {
            classPath.close();
            throw e;
        }
    }

    private static BenchmarkRun open(Plan plan, LentClassPath classPath) {
        PrintStream console = Printable.stream(System.out);
        Preflight preflight = Preflight.of(plan);
        preflight.check();
        Profilers profilers = Profilers.tried(plan.cases());
        RunLock lock = RunLock.acquire(RunLock.WAIT, console::println);
        try {
            BenchmarkRun run = new BenchmarkRun(plan, console, RunClock.start(), lock, classPath, profilers);
            console.println("# " + cost(plan) + ". Record: " + run.folder.path());
            profilers.warnings().forEach(warning -> console.println("# WARNING: " + warning));
            preflight.warnings().forEach(warning -> console.println("# WARNING: " + warning));
            run.disagreements.look(plan.cases(), run.busy::isStopped);
            console.println();
            return run;
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static String cost(Plan plan) {
        int cases = plan.cases().size();
        String what = Counted.of(cases, "case") + ", ";
        if (plan.scheduling().budget().isPresent()) {
            return what + "as many forks as there is time for, within " + Durations.text(plan.cost());
        }
        boolean open = plan.cases().stream().anyMatch(c -> c.plan().adaptive().isPresent());
        return what + (open ? "at least " : "") + Counted.of(plan.forks(), "fork") + ", about "
                + Durations.text(plan.cost()) + FixtureWarmup.note(plan.cases())
                + (plan.scheduling().patience().isPresent() ? SQUEEZED : "");
    }

    /** Returns the folder of this run. */
    @Override
    public Path folder() {
        return folder.path();
    }

    /**
     * Runs one case of the plan; a benchmark that fails is an outcome, not an exception.
     *
     * <p>After {@link #stop()}, or once the calling thread has been interrupted, no fork is started any more: the case
     * stays planned in the record and its outcome is a failure of kind {@link Failure.Kind#STOPPED}.
     */
    @Override
    public CaseOutcome run(PlannedCase asked) {
        CaseOutcome outcome = measured(asked);
        squeezes.measured(asked, outcome).ifPresent(this::squeezed);
        return outcome;
    }

    private void squeezed(Squeezes.Ended ended) {
        console.println("# Squeeze of " + ended.name() + ": " + ended.found().text() + ".");
        console.println();
        ended.left().forEach(planned -> skip(planned, ended.reason()));
    }

    private CaseOutcome measured(PlannedCase asked) {
        PlannedCase planned = runnable(asked, profilers);
        measureVariants(planned);
        Optional<MeasuredAhead.Kept> kept = ahead.take(planned.id()).or(() -> inTurn.take(planned.id()));
        if (kept.isPresent()) {
            console.print(kept.get().printed());
            console.flush();
            return kept.get().outcome();
        }
        if (Thread.currentThread().isInterrupted()) {
            stop();
        }
        if (busy.isStopped()) {
            return CaseOutcome.Failed.notStarted(planned);
        }
        Optional<CaseOutcome> disagreement = disagreements.end(planned);
        if (disagreement.isPresent()) {
            forks.ended(planned);
            progress.caseSkipped(planned.cost());
            return disagreement.get();
        }
        progress.caseStarted(planned.id().text());
        CaseRun run = CaseRun.local(planned, folder, console, progress, forks);
        CaseOutcome outcome = caseByCase(run);
        if (outcome instanceof CaseOutcome.Failed failed) {
            progress.caseCutShort(planned.cost());
            if (failed.failure().kind() == Failure.Kind.STOPPED && !busy.isStopped()) {
                // The caller was interrupted, and JMH swallowed that.
                stop();
                Thread.currentThread().interrupt();
            }
        } else {
            progress.caseEnded(planned.cost());
        }
        return outcome;
    }

    /** Measures a case in all variants, when the first of them is asked for. */
    private void measureVariants(PlannedCase planned) {
        List<PlannedCase> together = disagreements.without(variants.take(planned));
        if (together.size() > 1 && !busy.isStopped() && !Thread.currentThread().isInterrupted()) {
            measure(inTurn, together, soFar -> 0);
            progress.turn("");
        }
    }

    private void measure(MeasuredAhead how, List<PlannedCase> cases, ForkPriority priority) {
        how.measure(
                cases.stream().map(planned -> runnable(planned, profilers)).toList(),
                (planned, output) -> CaseRun.local(planned, folder, output, progress, forks),
                priority);
    }

    private CaseOutcome caseByCase(CaseRun run) {
        ForkSchedule schedule = ForkSchedule.ofOne(run.planned().plan());
        // Not stopped between forks: the case would look finished. The fork after a stop fails, and that decides it.
        new ForkLoop<ForkSchedule.Turn, CaseTurns.End>(
                        schedule,
                        turn -> Optional.of(run.fork(turn.limit())),
                        new ForkLoop.Journal<>() {},
                        limits.budget(),
                        () -> false)
                .run();
        return run.outcome();
    }

    /**
     * Measures the given cases of the plan in the order of its scheduling, before {@link #run} is called for each; what
     * they print is kept until then. Does nothing where the plan goes case by case.
     *
     * @param priority which case needs another fork most, where a budget has time left
     */
    @Override
    public void measure(List<PlannedCase> asked, ForkPriority priority) {
        if (!scheduling.caseByCase()) {
            measure(ahead, disagreements.without(asked), priority);
        }
    }

    /** Returns why a case is left out: there was no time for it, or its squeeze ended before it; empty if it is not. */
    @Override
    public Optional<String> notReached(PlannedCase planned) {
        return ahead.notReached(planned.id()).or(() -> squeezes.behind(planned.id()));
    }

    private static PlannedCase runnable(PlannedCase planned, Profilers profilers) {
        return planned.with(
                planned.plan().withProfilers(profilers.available(planned.plan().profilers())));
    }

    /** Notes that a case was switched off. */
    @Override
    public void skip(PlannedCase planned, String reason) {
        folder.end(CaseResult.planned(planned.id(), planned.plan()).skipped(reason));
        forks.ended(planned);
        progress.caseSkipped(planned.cost());
    }

    @Override
    public void fail(PlannedCase planned, String reason) {
        console.println("# FAILED " + planned.id().text() + ": " + reason);
        console.println();
        folder.end(CaseResult.planned(planned.id(), planned.plan()).failed(reason));
    }

    @Override
    public ProfiledFork profile(PlannedCase asked, ProfilerPlan profiler, Path base) {
        progress.asideStarted(profiler.asked() + " of " + asked.id().text());
        try {
            CaseResult measured = record().cases().stream()
                    .filter(one -> one.id().equals(asked.id()))
                    .findFirst()
                    .orElseThrow();
            return new ProfilingForks(folder.path(), fork -> forks.startAside(fork, progress, limits.withoutBudget()))
                    .run(asked, measured, profiler, base);
        } finally {
            progress.asideEnded();
        }
    }

    @Override
    public void profiled(CaseId id, Profile profile) {
        folder.profiled(id, profile);
    }

    /**
     * Stops the run, from any thread: the busy fork is killed, its case ends as stopped, and no further fork is
     * started. A case that runs inside the host ends by itself.
     */
    @Override
    public void stop() {
        busy.stop();
    }

    private void shutDown() {
        stop();
        forks.endFixtures();
        live.close();
    }

    @Override
    public Optional<MonitorHistory> monitored() {
        return forks.monitored();
    }

    /** Returns the run as it stands. */
    @Override
    public RunRecord record() {
        return folder.record();
    }

    /** Writes the record for good and gives the lock back. */
    @Override
    public RunRecord finish() {
        disagreements.summarize();
        forks.endFixtures();
        if (!busy.isStopped()) {
            forks.calibrate();
        }
        return folder.finish(clock.instant());
    }

    @Override
    public void close() {
        live.close();
        forks.close();
        lock.close();
        classPath.close();
        onShutdown.close();
    }
}
