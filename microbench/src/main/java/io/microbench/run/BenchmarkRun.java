// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.environment.Preflight;
import io.microbench.forks.BusyForks;
import io.microbench.forks.ForkRun;
import io.microbench.forks.Prewarm;
import io.microbench.forks.RunLock;
import io.microbench.forks.SubstituteClassPath;
import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.CaseListing;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.ProfilerChoice.UnavailableProfilers;
import io.microbench.process.ParentProcess;
import io.microbench.process.ShutdownHook;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.remote.SuiteProcess;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.run.ForkLoop.Budget;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.text.Printable;
import io.microbench.text.UserException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.runner.Defaults;

/**
 * Carries out a plan, one JMH fork at a time.
 *
 * <p>Each fork is a separate {@code Runner.run}, and its result is on disk before the next one starts: even if a fork
 * fails or the host is stopped, earlier results are kept. A run holds JMH's machine-wide lock from its first fork to
 * its last. When the host ends, its fork ends, too.
 */
final class BenchmarkRun extends OpenRun {

    private final RunLock lock;
    private final SubstituteClassPath classPath;
    private final UnavailableProfilers unavailable;
    private final LocalHost host;
    private final ShutdownHook onShutdown;
    private final BusyForks busy;
    private final RunLimits limits;

    private BenchmarkRun(
            Plan plan,
            PrintStream console,
            RunLock lock,
            SubstituteClassPath classPath,
            UnavailableProfilers unavailable,
            BusyForks busy,
            RunLimits limits,
            Optional<MonitorHistory> history) {
        super(plan, console, unavailable::leftOutOf, history, Optional.empty());
        this.lock = lock;
        this.classPath = classPath;
        this.unavailable = unavailable;
        this.busy = busy;
        this.limits = limits;
        this.host = new LocalHost(plan, folder, progress, clock, limits, busy, console, history);
        plan.scheduling()
                .budget()
                .ifPresent(whole -> progress.endAfter(limits.budget().left()));
        this.onShutdown = ShutdownHook.of("microbench-stop", () -> {
            stop();
            host.endFixtures();
            host.inProcess().ifPresent(this::endIfExited);
        });
    }

    /**
     * Ends this JVM if the case has called {@code System.exit}, because its results can no longer reach the caller. The
     * exit status is that of failed benchmarks, because the benchmark's own status could look like success.
     */
    private void endIfExited(InProcessCase running) {
        running.exitCall().ifPresent(place -> {
            // JMH has printed an incomplete line.
            console.println();
            fail(
                    running.planned(),
                    "It called System.exit at " + place
                            + ", which also ends the harness: with forks = 0 they share a JVM."
                            + " Remove the call, or measure in a fork: -Dforks=1.");
            finish();
            console.println("# Stopped. The results so far are in " + folder());
            console.flush();
            close();
            Runtime.getRuntime().halt(UserException.FAILED);
        });
    }

    /** Checks the environment, takes the machine-wide lock, prints the cost and opens the run's folder. */
    static BenchmarkRun open(Plan plan) {
        PrintStream console = Printable.stream(System.out);
        SubstituteClassPath classPath = SubstituteClassPath.ofLoader(Defaults.class.getClassLoader());
        Optional<RunLock> lock = Optional.empty();
        try {
            Preflight preflight = Preflight.of(plan);
            preflight.check();
            UnavailableProfilers unavailable = UnavailableProfilers.ofCases(plan.cases());
            // The wait for another run is not part of the budget.
            Optional<Duration> budget =
                    plan.scheduling().budget().map(whole -> whole.minus(SuiteProcess.sinceCommand()));
            RunLock taken = RunLock.acquire(RunLock.WAIT, console::println);
            lock = Optional.of(taken);
            BusyForks busy = new BusyForks();
            RunLimits limits = new RunLimits(budget, ParentProcess.find(), busy);
            // Steps that take long or can fail are done before the folder is opened.
            BenchmarkRun run = new BenchmarkRun(
                    plan, console, taken, classPath, unavailable, busy, limits, history(plan, List.of()));
            console.println("# " + CaseListing.total(plan) + ". Record: " + run.folder());
            unavailable.warnings().forEach(warning -> console.println("# WARNING: " + warning));
            preflight.warnings().forEach(warning -> console.println("# WARNING: " + warning));
            run.disagreements.find(plan.cases(), run.busy::isStopped);
            console.println();
            return run;
        } catch (RuntimeException e) {
            lock.ifPresent(RunLock::close);
            classPath.close();
            throw e;
        }
    }

    @Override
    void ended(PlannedCase planned) {
        host.ended(planned);
    }

    /**
     * Runs one case of the plan; a benchmark that fails is an outcome, not an exception.
     *
     * <p>After {@link #stop()}, or once the calling thread has been interrupted, no further fork is started: the case
     * stays planned in the record and its outcome is a failure of kind {@link Failure.Kind#STOPPED}.
     */
    @Override
    public CaseOutcome run(PlannedCase requested) {
        PlannedCase planned = unavailable.leftOutOf(requested);
        Optional<CaseOutcome> known = measured(planned.id()).or(() -> notMeasured(planned));
        if (known.isPresent()) {
            return known.get();
        }
        List<PlannedCase> variants = disagreements.without(variants(planned));
        if (variants.size() > 1 || BriefScreen.isOn()) {
            measureAhead(variants, soFar -> 0);
            progress.turn();
            return measured(planned.id()).or(() -> notMeasured(planned)).orElseThrow();
        }
        // A stop does not end the loop between forks, because the case would look finished. The next fork fails
        // instead.
        measure(List.of(cases.beginLive(planned)), soFar -> 0, () -> false);
        CaseOutcome outcome = measured(planned.id()).orElseThrow();
        if (outcome instanceof CaseOutcome.Failed failed) {
            progress.caseCutShort(planned.cost());
            if (failed.failure().kind() == Failure.Kind.STOPPED && !busy.isStopped()) {
                // The caller was interrupted, and JMH cleared the interrupt status.
                stop();
                Thread.currentThread().interrupt();
            }
        } else {
            progress.caseEnded(planned.cost());
        }
        return outcome;
    }

    private Optional<CaseOutcome> notMeasured(PlannedCase planned) {
        if (Thread.currentThread().isInterrupted()) {
            stop();
        }
        boolean stopped = busy.isStopped();
        Optional<CaseOutcome> outcome =
                stopped ? Optional.of(CaseOutcome.Failed.notStarted(planned)) : disagreeing(planned);
        if (!stopped && outcome.isPresent()) {
            host.ended(planned);
            progress.caseSkipped(planned.cost());
        }
        outcome.ifPresent(ended -> cases.squeezed(planned, ended).forEach(console::println));
        return outcome;
    }

    /** Returns the enabled variants of a case if their forks alternate; otherwise only the case. */
    private List<PlannedCase> variants(PlannedCase planned) {
        if (!plan.scheduling().caseByCase()) {
            return List.of(planned);
        }
        List<PlannedCase> others = plan.cases().stream()
                .filter(other ->
                        other.switchedOff().isEmpty() && other.inEveryVariant().equals(planned.inEveryVariant()))
                .toList();
        return NodeUnit.groups(plan.scheduling(), others, UnaryOperator.identity()).stream()
                .filter(group -> group.stream().anyMatch(other -> other.id().equals(planned.id())))
                .findFirst()
                .orElse(List.of(planned));
    }

    private void measureAhead(List<PlannedCase> some, ToDoubleFunction<CaseResult> priority) {
        plan.scheduling()
                .budget()
                .flatMap(all -> BudgetShare.warning(all, limits.budget().left(), some.size()))
                .ifPresent(warning -> console.println("# WARNING: " + warning));
        measure(
                some.stream()
                        .map(other -> cases.begin(unavailable.leftOutOf(other)))
                        .toList(),
                priority,
                busy::isStopped);
    }

    private void measure(List<CaseRun> some, ToDoubleFunction<CaseResult> priority, BooleanSupplier stopped) {
        NodeUnit unit = new NodeUnit(some, plan.scheduling(), plan.seed(), cases, limits.budget(), priority);
        if (unit.in(host, stopped).run() != ForkLoop.End.STOPPED) {
            unit.end();
        }
    }

    @Override
    public void measure(List<PlannedCase> requested, ToDoubleFunction<CaseResult> priority) {
        if (!plan.scheduling().caseByCase()) {
            measureAhead(disagreements.without(requested), priority);
        }
    }

    @Override
    public void whileForkStarts(Prewarm.Use use) {
        host.whileForkStarts(use);
    }

    @Override
    public ProfiledFork profile(PlannedCase requested, ProfilerPlan profiler, Path base) {
        progress.asideStarted();
        try {
            List<ForkResult> measured = recorded(folder, requested.id()).forks();
            return host.profile(requested, measured, profiler, base, limits.withoutBudget());
        } finally {
            progress.asideEnded();
        }
    }

    /**
     * Stops the run, from any thread: the busy fork is killed, its case ends as stopped, and no further fork is
     * started. A case that runs inside the host ends normally.
     */
    @Override
    public void stop() {
        busy.stop();
    }

    @Override
    void complete() {
        host.endFixtures();
        if (!busy.isStopped()) {
            host.calibrate();
        }
    }

    @Override
    public void close() {
        host.close();
        lock.close();
        classPath.close();
        onShutdown.close();
    }

    /** Ends a run from outside its forks: when its time is up, or when the program that started the host has ended. */
    static final class RunLimits implements ForkRun.Outside {

        /** How long a fork may exceed the budget to finish its iteration before it is killed. */
        private static final Duration LATENESS = Duration.ofSeconds(1);

        /** The pause between two checks of the parent: only its process id is known, so its end cannot be awaited. */
        private static final Duration LAUNCHER_PAUSE = Duration.ofMillis(1500);

        private static final Duration MOST_RESERVE = Duration.ofSeconds(1);

        private final Budget budget;
        private final Optional<ProcessHandle> parent;
        private final BusyForks busy;

        RunLimits(Optional<Duration> whole, Optional<ProcessHandle> parent, BusyForks busy) {
            this.budget = whole.map(time -> new Budget(time.minus(reserve(time)), System::nanoTime))
                    .orElseGet(Budget::unlimited);
            this.parent = parent;
            this.busy = busy;
        }

        /** Returns the time reserved for the reports, which are part of the run. */
        private static Duration reserve(Duration whole) {
            Duration share = whole.dividedBy(20);
            return share.compareTo(MOST_RESERVE) < 0 ? share : MOST_RESERVE;
        }

        Budget budget() {
            return budget;
        }

        ForkRun.Outside withoutBudget() {
            return () -> {
                checkLauncher();
                return LAUNCHER_PAUSE;
            };
        }

        @Override
        public Duration look() {
            Duration left = budget.left().plus(LATENESS);
            if (left.isNegative()) {
                busy.endOfTime();
            }
            checkLauncher();
            return left.isNegative() || (parent.isPresent() && left.compareTo(LAUNCHER_PAUSE) > 0)
                    ? LAUNCHER_PAUSE
                    : left;
        }

        /** Exits if Maven has ended: then no process waits for this JVM or will stop it. */
        private void checkLauncher() {
            if (parent.filter(launcher -> !launcher.isAlive()).isPresent()) {
                // On a separate thread: exiting waits for the shutdown hook, which waits for the watch that calls this.
                new Thread(() -> System.exit(143), "microbench-exit").start();
            }
        }
    }
}
