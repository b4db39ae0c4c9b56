/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.environment.PreflightException;
import io.microbench.environment.RunClock;
import io.microbench.forking.ForkReport;
import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Comparison;
import io.microbench.plan.ConfigurationException;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunRecord;
import io.microbench.run.ForkLoop;
import io.microbench.run.MachineLock;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Compares two builds by forks of both in turn, on this machine, in one go.
 *
 * <p>Two runs made at different times differ by what the machine did meanwhile, and that is often more than what
 * changed in the code. Here a fork of one build follows a fork of the other; what both went through together cancels.
 * Forks are short and many, since forks are what an interval is made of. They measure code that is hardly warm, on both
 * sides alike: a change that shows only after minutes needs longer ones ({@code microbench.warmupTime}).
 *
 * <p>When this JVM is terminated, forks and hosts end first, and what there is is kept.
 */
public final class InterleavedComparison implements AutoCloseable {

    /** How long the end of this JVM waits for the comparison to be written and printed. */
    private static final long GOODBYE_SECONDS = 10;

    /**
     * What a comparison came to.
     *
     * @param comparison the verdicts
     * @param failures the cases of which a fork failed, with what happened; they have no verdict
     * @param ended why no more forks were run, as a sentence
     */
    public record Result(Comparison comparison, Map<CaseId, Failure> failures, String ended) {

        public Result {
            failures = Map.copyOf(failures);
        }
    }

    private final Builds builds;
    private final ComparisonSettings settings;
    private final MachineLock lock;
    private final SideHosts hosts;
    private final PairedCase.Cases cases;
    private final List<CaseId> notReached;
    private final ComparisonFolder folder;
    private final Consumer<String> progress;
    private final Clock clock = RunClock.start();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread onShutdown = new Thread(this::stopAndWait, "microbench-stop");
    private volatile boolean stopped;

    private InterleavedComparison(
            Builds builds,
            ComparisonSettings settings,
            MachineLock lock,
            SideHosts hosts,
            PairedCase.Cases cases,
            List<CaseId> notReached,
            Consumer<String> progress) {
        this.notReached = notReached;
        this.builds = builds;
        this.settings = settings;
        this.lock = lock;
        this.hosts = hosts;
        this.cases = cases;
        this.progress = progress;
        this.folder = ComparisonFolder.create(
                settings.output(),
                clock.instant(),
                builds,
                hosts::known,
                cases.both(),
                settings.limits(),
                settings.seed());
        Runtime.getRuntime().addShutdownHook(onShutdown);
    }

    /**
     * Takes the machine, starts a host for each build, and opens the comparison's folder.
     *
     * @param properties settings and other system properties of both hosts
     * @param progress receives progress, line by line
     * @param output receives the output of JMH and the forks, line by line
     * @throws ConfigurationException if a setting cannot be used
     * @throws PreflightException if the two cannot be compared; the message names what to do
     */
    public static InterleavedComparison open(
            Build baseline,
            Build candidate,
            Limits limits,
            Map<String, String> properties,
            Consumer<String> progress,
            Consumer<String> output) {
        return open(baseline, candidate, limits, properties, List.of(), progress, output);
    }

    /**
     * Takes the machine, starts a host for each build, and opens the comparison's folder, for as many cases as there is
     * time for.
     *
     * @param properties settings and other system properties of both hosts
     * @param order ids of the cases, the most important first: those that the budget does not reach are left out
     *     ({@link #notReached}); if empty, all cases are compared or none
     * @param progress receives progress, line by line
     * @param output receives the output of JMH and the forks, line by line
     * @throws ConfigurationException if a setting cannot be used
     * @throws PreflightException if the two cannot be compared; the message names what to do
     */
    public static InterleavedComparison open(
            Build baseline,
            Build candidate,
            Limits limits,
            Map<String, String> properties,
            List<String> order,
            Consumer<String> progress,
            Consumer<String> output) {
        ComparisonSettings settings = ComparisonSettings.resolve(properties, limits);
        Builds builds = new Builds(baseline, candidate);
        MachineLock lock = "true".equals(properties.get("jmh.ignoreLock"))
                ? MachineLock.ignored(progress)
                : MachineLock.acquire(settings.lockWait(), progress);
        try {
            SideHosts hosts = SideHosts.start(builds, settings.properties(), output);
            try {
                PairedCase.Cases all = PairedCase.pair(hosts.known(Side.BASELINE), hosts.known(Side.CANDIDATE));
                requireCases(all, hosts, builds);
                PairedCase.Cases cases = order.isEmpty() ? all : all.within(settings.limits(), order);
                List<CaseId> rest = all.both().stream()
                        .filter(each -> !cases.both().contains(each))
                        .map(PairedCase::id)
                        .toList();
                requireBudget(cases, settings.limits());
                InterleavedComparison opened =
                        new InterleavedComparison(builds, settings, lock, hosts, cases, rest, progress);
                opened.announce();
                return opened;
            } catch (RuntimeException e) {
                hosts.close();
                throw e;
            }
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static void requireCases(PairedCase.Cases cases, SideHosts hosts, Builds builds) {
        if (!cases.both().isEmpty()) {
            return;
        }
        for (Side side : Side.values()) {
            String nothing = hosts.known(side).nothing();
            if (!nothing.isEmpty()) {
                throw new PreflightException("The " + side.label() + ", " + builds.name(side) + ": " + nothing);
            }
        }
        throw new PreflightException(
                "The two builds have no case in common. Only the baseline has " + shortList(cases.onlyBaseline())
                        + "; only the candidate has " + shortList(cases.onlyCandidate()) + ".");
    }

    private static String shortList(List<CaseId> ids) {
        return ids.size() + " (" + ids.stream().limit(3).map(CaseId::text).collect(Collectors.joining(", "))
                + (ids.size() > 3 ? ", ..." : "") + ")";
    }

    private static void requireBudget(PairedCase.Cases cases, Limits limits) {
        Duration least = leastCost(cases, limits);
        if (least.compareTo(limits.budget()) > 0) {
            throw new PreflightException(cases.both().size() + " cases with " + limits.leastForks()
                    + " forks a side take about " + Durations.text(least) + ", and the time budget is "
                    + Durations.text(limits.budget())
                    + ". Choose fewer cases (--cases), or allow more time (--budget "
                    + (least.toMinutes() * 2 + 1) + "m).");
        }
    }

    private static Duration leastCost(PairedCase.Cases cases, Limits limits) {
        return cases.both().stream()
                .map(PairedCase::cost)
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(limits.leastForks());
    }

    private void announce() {
        Limits limits = settings.limits();
        progress.accept("Baseline: " + builds.name(Side.BASELINE) + ", candidate: " + builds.name(Side.CANDIDATE));
        progress.accept(Counted.of(cases.both().size(), "case") + ", "
                + (limits.leastForks() == limits.mostForks() ? "" : limits.leastForks() + " to ")
                + limits.mostForks() + " forks a side, at least " + Durations.text(leastCost(cases, limits))
                + ", at most "
                + Durations.text(limits.budget()) + ". Record: " + folder.path());
        if (!notReached.isEmpty()) {
            progress.accept(Counted.of(notReached.size(), "case is", "cases are")
                    + " left out, as the time budget is too short to decide all of them; --budget allows more.");
        }
        Set<String> warnings = new LinkedHashSet<>();
        for (Side side : Side.values()) {
            hosts.known(side).warnings().forEach(warnings::add);
        }
        warnings.forEach(warning -> progress.accept("WARNING: " + warning));
    }

    /** Returns the cases that are left out because there is no time for them. */
    public List<CaseId> notReached() {
        return notReached;
    }

    /** Returns the comparison's folder; it holds the two runs and what they came to. */
    public Path folder() {
        return folder.path();
    }

    /** Runs the forks, and returns when nothing is left to run or the time is spent. */
    public Result run() {
        PairRun pairs = new PairRun(
                cases.both(),
                this::fork,
                new AnytimeJudge(
                        settings.limits().level(),
                        cases.both().size(),
                        settings.limits().band()),
                new Journal(new ProgressLines(progress, settings.limits().budget(), System::nanoTime)),
                settings.limits(),
                settings.seed(),
                System::nanoTime,
                () -> stopped);
        ForkLoop.End end = pairs.run();
        Instant now = clock.instant();
        RunRecord baselineRun = folder.finish(Side.BASELINE, now);
        RunRecord candidateRun = folder.finish(Side.CANDIDATE, now);
        Comparison comparison = ComparisonSummary.of(
                builds.name(Side.BASELINE),
                baselineRun,
                builds.name(Side.CANDIDATE),
                candidateRun,
                pairs.verdicts(),
                cases,
                settings.limits());
        folder.finish(now, end, comparison);
        SideWarnings.of(baselineRun, candidateRun).forEach(warning -> progress.accept("WARNING: " + warning));
        return new Result(comparison, pairs.failures(), sentence(end));
    }

    /** Returns what the fork delivered; empty if it was stopped. */
    private Optional<ForkReport> fork(Side side, PairedCase paired, int number) {
        try {
            ForkReport report = hosts.host(side).run(paired.id(), paired.plan(side), number, folder.run(side));
            boolean gone = report.fork()
                    .failure()
                    .map(failure -> failure.kind() == Failure.Kind.STOPPED || isInterrupted(failure))
                    .orElse(false);
            return gone ? Optional.empty() : Optional.of(report);
        } catch (PreflightException e) {
            if (awaitStopped()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Ctrl-C reaches fork, host and this JVM at once, and the fork may be the first to go. */
    private boolean isInterrupted(Failure failure) {
        return failure.kind() == Failure.Kind.CRASHED && awaitStopped();
    }

    private boolean awaitStopped() {
        for (int i = 0; i < 20 && !stopped; i++) {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
        return stopped;
    }

    private String sentence(ForkLoop.End end) {
        return switch (end) {
            case DECIDED -> "Every case is decided.";
            case FORKS ->
                "What is undecided has had its " + settings.limits().mostForks()
                        + " forks a side; --max-forks allows more.";
            case BUDGET ->
                "The time budget of " + Durations.text(settings.limits().budget()) + " is spent; --budget allows more.";
            case STOPPED -> "Stopped before it was done.";
        };
    }

    private void stopAndWait() {
        stopped = true;
        hosts.close();
        try {
            // Those who wait for this JVM to end get to see what there is.
            closed.await(GOODBYE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        hosts.close();
        lock.close();
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(onShutdown);
        } catch (IllegalStateException e) {
            // The JVM is going down, and this hook is why the comparison is closing.
        }
    }

    /** Writes to disk and reports progress. */
    private final class Journal implements PairJournal {

        private final ProgressLines lines;

        Journal(ProgressLines lines) {
            this.lines = lines;
        }

        @Override
        public void forkEnded(Side side, PairedCase paired, ForkReport report) {
            folder.append(side, paired, report.fork());
        }

        @Override
        public void pairEnded(Turn turn, CaseVerdict verdict) {
            lines.pairEnded(turn, verdict);
        }

        @Override
        public void failed(Side side, PairedCase paired, Failure failure) {
            lines.failed(side, paired.id(), failure);
        }

        @Override
        public void caseEnded(Side side, CaseResult result) {
            folder.end(side, result);
        }
    }
}
