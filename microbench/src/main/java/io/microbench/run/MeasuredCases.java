// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.Progress;
import io.microbench.monitor.NodeMonitor;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.ForkServerClient.HostFixture;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Keeps the outcomes of the measured cases, and of the nodes that measure them, until they are requested.
 *
 * <p>Tests start and finish one after the other, and all output in between belongs to the current test. So the
 * output of forks of interleaved or concurrent cases is kept with the case; one line for each fork shows the progress.
 *
 * <p>Thread-safe: nodes report one at a time.
 */
final class MeasuredCases {

    /** The outcome of a case, and what its forks printed. */
    record Kept(CaseOutcome outcome, String printed) {}

    /** Characters that are replaced in the name of a file. */
    private static final Pattern ODD = Pattern.compile("[^A-Za-z0-9._-]");

    private final RunFolder folder;
    private final Progress progress;
    private final PrintStream live;
    private final Squeezes squeezes;
    private final Map<CaseId, Kept> kept = new HashMap<>();
    private final Optional<NodeMonitor> monitor;
    private final Consumer<PlannedCase> skipped;
    private int fixtures;

    /**
     * Begins without outcomes.
     *
     * @param live takes lines for the user
     * @param monitor watches over the nodes
     * @param skipped takes each case that is not measured
     */
    MeasuredCases(
            Plan plan,
            RunFolder folder,
            Progress progress,
            PrintStream live,
            Optional<NodeMonitor> monitor,
            Consumer<PlannedCase> skipped) {
        this.monitor = monitor;
        this.skipped = skipped;
        this.folder = folder;
        this.progress = progress;
        this.live = live;
        this.squeezes = new Squeezes(plan.scheduling().patience(), plan.cases());
    }

    /** Returns a case whose output is kept. */
    CaseRun begin(PlannedCase planned) {
        return new CaseRun(planned, folder, progress, Optional.empty());
    }

    /** Returns a case whose output is printed immediately, as no other case is measured at the same time. */
    CaseRun beginLive(PlannedCase planned) {
        return new CaseRun(planned, folder, progress, Optional.of(live));
    }

    /** Records the properties of a node. */
    void node(RunNode node) {
        folder.node(node);
    }

    /** Returns the monitor of the nodes; empty if none was requested. */
    Optional<NodeMonitor> monitor() {
        return monitor;
    }

    /** Records the result of a fixture of a node, and writes its output to the folder of the run. */
    synchronized void fixture(String name, HostFixture ended) {
        Path log = folder.path()
                .resolve("fixture-" + ++fixtures + "-" + ODD.matcher(name).replaceAll("_") + ".log");
        folder.fixture(ended.run().on(name));
        ended.run().warmupFork().ifPresent(fork -> progress.asideDone(PlannedCase.FORK_START.plus(fork.planned())));
        try {
            Files.writeString(log, ended.printed());
            live.println("# Fixture " + ended.run().fixture() + " for "
                    + ended.run().cases() + " on node " + name + " has ended. What it printed: " + log);
        } catch (IOException e) {
            live.println("# WARNING: What the fixture " + ended.run().fixture() + " printed cannot be kept in " + log
                    + " (" + e + ").");
        }
    }

    /** Notes that a node measures no longer. */
    synchronized void gone(GoneNode gone) {
        if (gone.lost()) {
            monitor.ifPresent(its -> its.lost(gone.name()));
        }
        live.println("# WARNING: " + gone.warning());
        folder.nodeLost(gone.name(), gone.happened());
    }

    /** Prints a warning about the numbers of a node. */
    synchronized void warn(String name, String warning) {
        live.println("# WARNING: Node " + name + ": " + warning);
    }

    /** Returns the properties of a node. */
    Optional<RunNode> node(String name) {
        return folder.node(name);
    }

    /** Runs a fork and prints its result. */
    CaseTurns.End fork(CaseRun one, CaseHost host, Optional<Duration> limit) {
        PlannedCase planned = one.planned();
        if (host.node().isEmpty() && !one.isLive()) {
            progress.turn(planned.id().text());
        }
        CaseTurns.End end = one.fork(host, limit);
        if (!one.isLive()) {
            ended(one, host.node());
        }
        return end;
    }

    private synchronized void ended(CaseRun one, Optional<RunNode> node) {
        PlannedCase planned = one.planned();
        node.ifPresent(its -> {
            node(its);
            progress.turn(planned.id().text());
            progress.iterationEnded(planned.cost().dividedBy(Math.max(1, planned.forks())));
        });
        live.println("# " + progress.line() + ". " + planned.id().text() + ", " + one.lastLine());
    }

    /** Notes that a case gets no further fork. */
    synchronized void decided(CaseRun one) {
        CaseOutcome outcome = one.outcome();
        kept.put(one.planned().id(), new Kept(outcome, one.printed(squeezed(one.planned(), outcome))));
    }

    /** Records the outcome of a case for its squeeze, and returns the lines to print about it. */
    synchronized List<String> squeezed(PlannedCase planned, CaseOutcome outcome) {
        List<String> lines = new ArrayList<>();
        squeezes.measured(planned, outcome).ifPresent(ended -> {
            lines.add("# Squeeze of " + ended.name() + ": " + ended.found().text() + ".");
            lines.add("");
            ended.left().forEach(left -> skip(left, ended.reason()));
        });
        return lines;
    }

    /** Returns whether a case is not measured any more, because of others that were. */
    synchronized boolean isLeftOut(CaseRun one) {
        return squeezes.behind(one.planned().id()).isPresent();
    }

    /** Ends a case that no node is left to measure, unless it has ended. */
    synchronized void abandon(CaseRun one, String reason) {
        if (!kept.containsKey(one.planned().id()) && !isLeftOut(one)) {
            CaseOutcome outcome = one.abandoned(reason);
            kept.put(one.planned().id(), new Kept(outcome, one.printed(List.of())));
        }
    }

    /** Returns the outcome of a measured case, and removes it. */
    synchronized Optional<Kept> take(CaseId id) {
        return Optional.ofNullable(kept.remove(id));
    }

    /** Returns why a case is left out: there was no time for it, or its squeeze ended before it; empty if it is not. */
    synchronized Optional<String> notReached(CaseId id) {
        return Optional.ofNullable(kept.get(id))
                .map(Kept::outcome)
                .filter(CaseOutcome.NotReached.class::isInstance)
                .map(outcome -> outcome.result().reason())
                .or(() -> squeezes.behind(id));
    }

    /** Warns of the cases that there was no time for. */
    synchronized void reportUnreached() {
        List<String> unreached = kept.values().stream()
                .map(Kept::outcome)
                .filter(CaseOutcome.NotReached.class::isInstance)
                .map(outcome -> outcome.result().id().text())
                .sorted()
                .toList();
        if (!unreached.isEmpty()) {
            live.println("# WARNING: " + CaseOutcome.NotReached.message(unreached));
        }
    }

    /** Notes that a case is not measured. */
    synchronized void skip(PlannedCase planned, String reason) {
        folder.end(CaseResult.planned(planned.id(), planned.plan()).skipped(reason));
        skipped.accept(planned);
        progress.caseSkipped(planned.cost());
    }
}
