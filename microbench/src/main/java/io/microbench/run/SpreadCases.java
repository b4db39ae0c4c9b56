// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.monitor.NodeMonitor;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.progress.Progress;
import io.microbench.remote.HostEnd;
import io.microbench.remote.HostFixture;
import io.microbench.remote.HostGoneException;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Keeps what becomes of the cases that nodes measure at the same time, and of the nodes; shows one line for each fork.
 *
 * <p>For all threads: one node tells it something at a time.
 */
final class SpreadCases {

    /** What the name of a file had better not have. */
    private static final Pattern ODD = Pattern.compile("[^A-Za-z0-9._-]");

    private final RunFolder folder;
    private final Progress progress;
    private final PrintStream live;
    private final Squeezes squeezes;
    private final Map<CaseId, MeasuredAhead.Kept> kept = new HashMap<>();
    private final Map<String, String> lostForks = new HashMap<>();
    private final Optional<NodeMonitor> monitor;
    private int fixtures;

    SpreadCases(Plan plan, RunFolder folder, Progress progress, PrintStream live, Optional<NodeMonitor> monitor) {
        this.monitor = monitor;
        this.folder = folder;
        this.progress = progress;
        this.live = live;
        this.squeezes = new Squeezes(plan.scheduling().patience(), plan.cases());
    }

    /** Returns a case that is to be measured. */
    NodeCase begin(PlannedCase planned) {
        return new NodeCase(planned, folder, progress);
    }

    /** Notes what is known of a node. */
    void node(RunNode node) {
        folder.node(node);
    }

    /** Returns what watches over the nodes; empty where nobody asked for it. */
    Optional<NodeMonitor> monitor() {
        return monitor;
    }

    /** Notes what became of a fixture of a node, and keeps what it printed in the folder of the run. */
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
    synchronized void gone(GoneNode node) {
        GoneNode gone = node.with(Optional.ofNullable(lostForks.remove(node.name())));
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

    /** Returns what is known of a node. */
    Optional<RunNode> node(String name) {
        return folder.node(name);
    }

    /** Notes that a fork has ended. */
    synchronized void ended(NodeCase one, CaseHost host) {
        PlannedCase planned = one.planned();
        node(host.node());
        progress.turn(planned.id().text());
        progress.iterationEnded(planned.cost().dividedBy(Math.max(1, planned.forks())));
        live.println("# " + progress.line() + ". " + planned.id().text() + ", " + one.lastLine());
    }

    /** Notes that a fork was lost with its host. */
    synchronized void lost(NodeCase one, String node, HostGoneException gone) {
        String fork = one.lost(gone);
        if (gone.end() instanceof HostEnd.NodeLost) {
            lostForks.put(node, fork);
        }
    }

    /** Notes that a case gets no further fork. */
    synchronized void decided(NodeCase one) {
        CaseOutcome outcome = one.outcome();
        List<String> lines = new ArrayList<>();
        squeezes.measured(one.planned(), outcome).ifPresent(ended -> {
            lines.add("# Squeeze of " + ended.name() + ": " + ended.found().text() + ".");
            lines.add("");
            ended.left().forEach(planned -> skip(planned, ended.reason()));
        });
        kept.put(one.planned().id(), new MeasuredAhead.Kept(outcome, one.printed(lines)));
    }

    /** Returns whether a case is not measured any more, because of others that were. */
    synchronized boolean isLeftOut(NodeCase one) {
        return squeezes.behind(one.planned().id()).isPresent();
    }

    /** Ends a case that nobody is left to measure, unless it has ended. */
    synchronized void abandon(NodeCase one, String reason) {
        if (!kept.containsKey(one.planned().id()) && !isLeftOut(one)) {
            CaseOutcome outcome = one.abandoned(reason);
            kept.put(one.planned().id(), new MeasuredAhead.Kept(outcome, one.printed(List.of())));
        }
    }

    /** Returns what became of a case that has been measured, once. */
    synchronized Optional<MeasuredAhead.Kept> take(CaseId id) {
        return Optional.ofNullable(kept.remove(id));
    }

    /** Returns why a case is left out; empty if it is not. */
    synchronized Optional<String> behind(CaseId id) {
        return squeezes.behind(id);
    }

    /** Notes that a case is not measured. */
    synchronized void skip(PlannedCase planned, String reason) {
        folder.end(CaseResult.planned(planned.id(), planned.plan()).skipped(reason));
        progress.caseSkipped(planned.cost());
    }
}
