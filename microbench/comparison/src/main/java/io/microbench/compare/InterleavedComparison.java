// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.PairRun.PairMachines;
import io.microbench.forks.RunClock;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.process.ShutdownHook;
import io.microbench.remote.HostCases;
import io.microbench.remote.NodeNetwork;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunRecord;
import io.microbench.run.ForkLoop;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.PreflightException;
import io.microbench.warning.Warning;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Compares two builds in a single run by alternating their forks, on this machine or on nodes (one node per case).
 *
 * <p>Two runs made at different times often differ more because of the machine's load and state than because of the
 * code. Here, forks of the two builds alternate, and disturbances common to both cancel out. Forks are short and
 * numerous because intervals are computed from forks. They measure code that has barely warmed up: a change that is
 * visible only after minutes needs longer forks ({@code microbench.warmupTime}).
 *
 * <p>When this JVM is terminated, it stops the forks and hosts, and stores the results so far.
 */
public final class InterleavedComparison implements AutoCloseable {

    /** How long the shutdown of this JVM waits until the comparison has been written and printed. */
    private static final Duration GOODBYE = Duration.ofSeconds(10);

    /**
     * The result of a comparison.
     *
     * @param comparison the verdicts
     * @param failures the failures by case; these cases have no verdict
     * @param changed the classes, and other files on the class path, that differ between the builds, by measured case;
     *     empty if they were not compared
     * @param reach a sentence about the cases that the change can affect, and the changed classes that these cases
     *     load; empty if the code of the builds was not compared
     * @param notReached the suspects that were not measured because the time budget was too short
     * @param ended a sentence on why no more forks were run; a line about iterations that waited for a processor may
     *     precede it
     */
    public record Result(
            RunComparison comparison,
            Map<CaseId, Failure> failures,
            Map<CaseId, List<String>> changed,
            Optional<String> reach,
            List<CaseId> notReached,
            String ended) {

        public Result {
            failures = Map.copyOf(failures);
            changed = Map.copyOf(changed);
            notReached = List.copyOf(notReached);
        }
    }

    private final Builds builds;
    private final ComparisonSettings settings;
    private final PairMachines places;
    private final PairRun pairs;
    private final PairedCase.Cases cases;
    private final List<SuspectedChange> suspects;
    private final ComparisonFolder folder;
    private final Consumer<String> progress;
    private final Clock clock = RunClock.start();
    private final ComparisonJournal journal;
    private final ShutdownHook onShutdown;

    private InterleavedComparison(
            Builds builds,
            ComparisonSettings settings,
            List<SuspectedChange> suspects,
            PairMachines places,
            Consumer<String> progress) {
        this.builds = builds;
        this.settings = settings;
        this.suspects = List.copyOf(suspects);
        this.places = places;
        this.progress = progress;
        PairedCase.Cases found = PairedCase.pair(places.known(Side.BASELINE), places.known(Side.CANDIDATE));
        requireCases(found, places, builds);
        this.cases = settings.sideBySide().isEmpty()
                ? found
                : SimultaneousComparison.prepare(
                        found,
                        places.known(Side.CANDIDATE).environment().logicalCpus(),
                        SimultaneousComparison.collectors());
        this.pairs = new PairRun(places.places(cases.both()), places::stop, System::nanoTime);
        List<String> warnings = new ArrayList<>(pairs.warnings());
        settings.sideBySide().ifPresent(halves -> warnings.addAll(SimultaneousComparison.warnings(cases, halves)));
        if (suspects.isEmpty()) {
            // The cases to measure are not known yet, but there is at least one.
            requireBudget(
                    measuresAll()
                            ? cases.both()
                            : cases.both().stream().min(Comparator.comparing(PairedCase::cost)).stream()
                                    .toList(),
                    settings.limits(),
                    pairs.places().size());
        }
        this.folder = ComparisonFolder.create(
                settings.output(),
                clock.instant(),
                builds,
                places::known,
                cases.both(),
                settings.limits(),
                settings.seed(),
                settings.sideBySide());
        this.onShutdown = ShutdownHook.of("microbench-stop", pairs::stop, GOODBYE);
        this.journal =
                new ComparisonJournal(folder::of, progress, settings.limits().budget(), System::nanoTime);
        announce(warnings);
    }

    /**
     * Locks the machine, starts a host for each build, and creates the comparison's folder.
     *
     * @param sideBySide whether the two forks of a pair run at the same time, each on half of the processors
     * @param suspects the cases that are suspected to be slower, and by how much, the most important first. Cases that
     *     do not fit into the budget are skipped ({@link Result#notReached}), and a case is finished when its forks
     *     rule out the suspected change. If empty, all cases are compared, and must fit into the budget.
     * @throws ConfigurationException if a setting cannot be used
     * @throws PreflightException if the builds cannot be compared with these settings; the message says what to do
     */
    public static InterleavedComparison open(
            Build baseline,
            Build candidate,
            Limits limits,
            Map<String, String> properties,
            boolean sideBySide,
            List<SuspectedChange> suspects,
            Consumer<String> progress,
            Consumer<String> output) {
        ComparisonSettings requested = ComparisonSettings.resolve(properties, limits);
        ComparisonSettings settings = sideBySide
                ? requested.sideBySide(() -> SimultaneousComparison.halves(
                        Path.of("/"), System.getenv().getOrDefault("PATH", "")))
                : requested;
        Builds builds = new Builds(baseline, candidate);
        PairMachines places = settings.nodes()
                .<PairMachines>map(
                        nodes -> ReachedNodes.open(builds, settings, nodes, NodeNetwork.find(nodes.names()), output))
                .orElseGet(() -> LocalMachine.open(builds, settings, progress, output));
        return open(builds, settings, suspects, places, progress);
    }

    static InterleavedComparison open(
            Builds builds,
            ComparisonSettings settings,
            List<SuspectedChange> suspects,
            PairMachines places,
            Consumer<String> progress) {
        try {
            return new InterleavedComparison(builds, settings, suspects, places, progress);
        } catch (RuntimeException e) {
            places.close();
            throw e;
        }
    }

    /** Throws an exception if the builds have no case in common; the message lists the cases of each build. */
    static void requireCases(PairedCase.Cases cases, PairMachines places, Builds builds) {
        if (!cases.both().isEmpty()) {
            return;
        }
        for (Side side : Side.values()) {
            String nothing = places.known(side).nothing();
            if (!nothing.isEmpty()) {
                throw new PreflightException("The " + side.label() + ", " + builds.name(side) + ": " + nothing);
            }
        }
        throw new PreflightException(
                "The two builds have no case in common. Only the baseline has " + shortList(cases.onlyBaseline())
                        + "; only the candidate has " + shortList(cases.onlyCandidate()) + ".");
    }

    private static String shortList(List<CaseId> ids) {
        return ids.size() + " (" + SimultaneousComparison.names(ids) + ")";
    }

    private boolean measuresAll() {
        return settings.nodes().isPresent() || builds.areVariants() || settings.measuresAll();
    }

    private static void requireBudget(List<PairedCase> cases, Limits limits, int machines) {
        Duration least = leastCost(cases, limits, machines);
        if (least.compareTo(limits.budget()) > 0) {
            throw new BudgetException("Measuring " + Counted.of(cases.size(), "case") + " with "
                    + limits.leastForks() + " forks per side takes about " + Durations.text(least)
                    + (machines == 1 ? "" : " on " + machines + " nodes") + ", but the time budget is "
                    + Durations.text(limits.budget())
                    + advice(least));
        }
    }

    private static String advice(Duration least) {
        return ". Choose fewer cases (--cases), or allow more time (--budget " + (least.toMinutes() * 2 + 1) + "m).";
    }

    /** Warns if no verdict can be expected for some of the cases, which are measured nevertheless. */
    private void warnOfBudget(List<PairedCase> measured) {
        Limits limits = settings.limits();
        Duration least =
                PairedCase.cost(measured, limits).dividedBy(pairs.places().size());
        Duration left = journal.left();
        if (suspects.isEmpty() && least.compareTo(left) > 0) {
            progress.accept("WARNING: A verdict needs at least " + limits.leastPairs(measured.size())
                    + " forks per side. For " + Counted.of(measured.size(), "case") + ", they take about "
                    + Durations.text(least) + ", but " + Durations.text(left) + " of the time budget are left"
                    + advice(least));
        }
    }

    private static Duration leastCost(List<PairedCase> cases, Limits limits, int machines) {
        return cases.stream()
                .map(PairedCase::cost)
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(limits.leastForks())
                .dividedBy(machines);
    }

    private void announce(List<String> warnings) {
        Limits limits = settings.limits();
        List<String> machines = pairs.places();
        Duration least = leastCost(cases.both(), limits, machines.size());
        progress.accept("Baseline: " + builds.name(Side.BASELINE) + ", candidate: " + builds.name(Side.CANDIDATE));
        progress.accept(Counted.of(cases.both().size(), "case")
                + (settings.nodes().isEmpty()
                        ? ""
                        : " on " + Counted.of(machines.size(), "node") + " (" + String.join(",", machines) + ")")
                + ", " + (limits.leastForks() == limits.mostForks() ? "" : limits.leastForks() + " to ")
                + limits.mostForks() + " forks per side"
                + (least.compareTo(limits.budget()) > 0 ? "" : ", at least " + Durations.text(least))
                + ", at most " + Durations.text(limits.budget()) + ". Record: " + folder.path());
        settings.sideBySide().ifPresent(halves -> progress.accept(SimultaneousComparison.announcement(halves)));
        warnings.forEach(warning -> progress.accept("WARNING: " + warning));
    }

    /** Stores the shell command that repeats this comparison, for its reports. */
    public void repeatedBy(String command) {
        folder.command(command);
    }

    public Path folder() {
        return folder.path();
    }

    /** Runs forks until no case needs more or the time budget is spent. */
    public Result run() {
        Optional<ChangedCode> changed = measuresAll() ? Optional.empty() : Optional.of(changedCode());
        List<PairedCase> reached = changed.map(ChangedCode::measured).orElse(cases.both());
        List<PairedCase> measured = affordable(reached);
        requireBudget(measured, settings.limits(), pairs.places().size());
        warnOfBudget(measured);
        PairRun.Outcome outcome = pairs.run(
                new PairRun.Work(measured, limitsFor(measured), settings.seed(), suspects, folder::run), journal);
        List<CaseVerdict> verdicts = new ArrayList<>(outcome.verdicts());
        changed.ifPresent(choice -> choice.same().forEach(paired -> {
            verdicts.add(CaseVerdict.sameCode(paired.id()));
            for (Side side : Side.values()) {
                folder.of(side)
                        .end(CaseResult.planned(paired.id(), paired.plan(side))
                                .skipped("Both builds run the same code."));
            }
        }));
        Instant now = clock.instant();
        RunRecord baselineRun = folder.finish(Side.BASELINE, now);
        RunRecord candidateRun = folder.finish(Side.CANDIDATE, now);
        RunComparison comparison = ComparisonSummary.of(
                builds,
                baselineRun,
                candidateRun,
                verdicts,
                cases,
                settings.limits(),
                settings.sideBySide().map(SimultaneousComparison::sentence));
        folder.finish(now, outcome.end(), comparison);
        ChangedCode.missed(verdicts).forEach(warning -> progress.accept("WARNING: " + warning));
        ComparisonSummary.warnings(baselineRun, candidateRun)
                .forEach(warning -> progress.accept("WARNING: " + warning));
        return new Result(
                comparison,
                failures(outcome.failures(), builds, places::known),
                changed.map(ChangedCode::reasons).orElse(Map.of()),
                changed.map(ChangedCode::reached),
                reached.stream()
                        .filter(each -> !measured.contains(each))
                        .map(PairedCase::id)
                        .toList(),
                Warning.busy(Stream.concat(baselineRun.cases().stream(), candidateRun.cases().stream())
                                        .toList())
                                .map(busy -> busy + ".\n")
                                .orElse("")
                        + (outcome.remark().isEmpty() ? sentence(outcome.end(), comparison) : outcome.remark()));
    }

    /**
     * Returns the limits with the rest of the time budget, or the time for the minimum number of forks if the rest is
     * shorter.
     */
    private Limits limitsFor(List<PairedCase> measured) {
        Duration least = leastCost(measured, settings.limits(), pairs.places().size());
        return settings.limits().within(Collections.max(List.of(journal.left(), least, Duration.ofNanos(1))));
    }

    private ChangedCode changedCode() {
        ChangedCode choice = ChangedCode.of(
                cases.both(),
                RecordedClasses.of(
                        settings.output(),
                        builds.baseline(),
                        places.known(Side.BASELINE).environment()),
                paired -> places.baselineCode(paired, folder.run(Side.BASELINE)),
                builds.candidate(),
                suspects.isEmpty() ? ChangedCode.CONTROL : 0,
                settings.seed(),
                progress,
                (done, all) -> {});
        progress.accept(choice.sentence());
        choice.lines().forEach(progress);
        return choice;
    }

    /** Returns the suspects that can be decided within the time budget; all cases if none is suspected. */
    private List<PairedCase> affordable(List<PairedCase> reached) {
        if (suspects.isEmpty()) {
            return reached;
        }
        List<PairedCase> measured = PairedCase.within(
                reached,
                settings.limits().onMachines(pairs.places().size()),
                suspects.stream().map(SuspectedChange::caseId).toList());
        if (measured.size() < reached.size()) {
            progress.accept(Counted.of(reached.size() - measured.size(), "case is", "cases are")
                    + " skipped because the time budget is too short to decide all; a larger budget allows more.");
        }
        return measured;
    }

    /** Returns the failures of forks, and of cases that a side could not run at all. */
    static Map<CaseId, Failure> failures(Map<CaseId, Failure> ofForks, Builds builds, Function<Side, HostCases> known) {
        Map<CaseId, Failure> all = new LinkedHashMap<>(ofForks);
        for (Side side : Side.values()) {
            known.apply(side)
                    .broken()
                    .forEach(broken -> all.putIfAbsent(
                            broken.id(),
                            Failure.of(Failure.Kind.NOT_STARTED, builds.name(side) + ": " + broken.reason())));
        }
        return all;
    }

    private String sentence(ForkLoop.End end, RunComparison comparison) {
        boolean helps = comparison.verdicts().stream().anyMatch(CaseVerdict::mayBeDecided);
        return switch (end) {
            case DECIDED -> "No case needs more forks.";
            case FORKS ->
                "Undecided cases have reached the maximum of "
                        + settings.limits().mostForks() + " forks per side"
                        + (helps ? "; a larger fork range allows more." : ".");
            case BUDGET ->
                "The time budget of " + Durations.text(settings.limits().budget()) + " is spent"
                        + (helps ? "; a larger budget allows more." : ".");
            case STOPPED -> "Stopped before the end.";
        };
    }

    @Override
    public void close() {
        places.close();
        onShutdown.close();
    }

    /** Thrown if the time budget is too short for the cases to measure. */
    public static final class BudgetException extends PreflightException {

        private static final long serialVersionUID = 1L;

        BudgetException(String message) {
            super(message);
        }
    }
}
