// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.Progress;
import io.microbench.monitor.NodeMonitor;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.ForkServerClient.HostFixture;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.UnavailableNode;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Curves;
import io.microbench.scaling.Squeeze;
import io.microbench.scaling.Squeeze.Squeezed;
import io.microbench.stats.Confidence;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Keeps the outcomes of the measured cases, and of the nodes that measure them, until they are requested.
 *
 * <p>Tests start and finish one after the other, and all output in between belongs to the current test. So the
 * output of forks of interleaved or concurrent cases is kept with the case; one line for each fork shows the progress.
 *
 * <p>Thread-safe: nodes report one at a time.
 */
final class MeasuredCases {

    record Kept(CaseOutcome outcome, String printed) {}

    private static final Pattern ODD = Pattern.compile("[^A-Za-z0-9._-]");

    private final RunFolder folder;
    private final Progress progress;
    private final PrintStream live;
    private final Squeezes squeezes;
    private final Map<CaseId, Kept> kept = new HashMap<>();
    private final Optional<NodeMonitor> monitor;
    private final Consumer<PlannedCase> skipped;
    private int fixtures;

    /** Creates an instance without outcomes; {@code skipped} receives each case that is not measured. */
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

    CaseRun begin(PlannedCase planned) {
        return new CaseRun(planned, folder, progress, Optional.empty());
    }

    /** Returns a case whose output is printed immediately, as no other case is measured at the same time. */
    CaseRun beginLive(PlannedCase planned) {
        return new CaseRun(planned, folder, progress, Optional.of(live));
    }

    void node(RunNode node) {
        folder.node(node);
    }

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
                    + ended.run().cases() + " on node " + name + " has ended. Its output: " + log);
        } catch (IOException e) {
            live.println("# WARNING: The output of the fixture " + ended.run().fixture() + " cannot be written to "
                    + log + " (" + e + ").");
        }
    }

    synchronized void gone(UnavailableNode gone) {
        if (gone.lost()) {
            monitor.ifPresent(nodes -> nodes.lost(gone.name()));
        }
        live.println("# WARNING: " + gone.warning());
        folder.nodeLost(gone.name(), gone.happened());
    }

    synchronized void warn(String name, String warning) {
        live.println("# WARNING: Node " + name + ": " + warning);
    }

    Optional<RunNode> node(String name) {
        return folder.node(name);
    }

    synchronized void forkEnded(CaseRun caseRun) {
        if (caseRun.isLive()) {
            return;
        }
        PlannedCase planned = caseRun.planned();
        caseRun.node().ifPresent(node -> {
            node(node);
            progress.turn();
            progress.iterationEnded(planned.cost().dividedBy(Math.max(1, planned.forks())));
        });
        if (!BriefScreen.isOn()) {
            live.println("# " + progress.line() + ". " + planned.id().text() + ", " + caseRun.lastLine());
        }
    }

    synchronized void decided(CaseRun caseRun) {
        CaseOutcome outcome = caseRun.outcome();
        kept.put(caseRun.planned().id(), new Kept(outcome, caseRun.printed(squeezed(caseRun.planned(), outcome))));
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

    synchronized boolean isLeftOut(CaseRun caseRun) {
        return squeezes.behind(caseRun.planned().id()).isPresent();
    }

    /** Ends a case that no node is left to measure, unless it has ended. */
    synchronized void abandon(CaseRun caseRun, String reason) {
        if (!kept.containsKey(caseRun.planned().id()) && !isLeftOut(caseRun)) {
            CaseOutcome outcome = caseRun.abandoned(reason);
            kept.put(caseRun.planned().id(), new Kept(outcome, caseRun.printed(List.of())));
        }
    }

    synchronized Optional<Kept> take(CaseId id) {
        return Optional.ofNullable(kept.remove(id));
    }

    synchronized Optional<String> notReached(CaseId id) {
        return Optional.ofNullable(kept.get(id))
                .map(Kept::outcome)
                .filter(CaseOutcome.NotReached.class::isInstance)
                .map(outcome -> outcome.result().reason())
                .or(() -> squeezes.behind(id));
    }

    synchronized void skip(PlannedCase planned, String reason) {
        folder.end(CaseResult.planned(planned.id(), planned.plan()).skipped(reason));
        skipped.accept(planned);
        progress.caseSkipped(planned.cost());
    }

    /**
     * Follows the squeezes of a run. Each family, the cases that differ only in their number of threads, is searched
     * separately.
     *
     * <p>All rungs are planned; the rungs after the end of a search are not measured. A failed fork ends a search,
     * because more threads would probably fail as well.
     */
    static final class Squeezes {

        /** A squeeze that has just ended: the name of its cases, its result, and the cases that it does not measure. */
        record Ended(String name, Squeezed found, List<PlannedCase> left) {

            String reason() {
                return "the squeeze ended before it reached this number of threads: " + found.text();
            }
        }

        private record Family(Squeeze squeeze, List<PlannedCase> cases) {}

        private final Map<CaseId, Family> families = new HashMap<>();
        private final Map<CaseId, String> behind = new HashMap<>();

        /** Creates the squeezes of a run; none if {@code patience} is empty. Cases are in ascending order of threads. */
        Squeezes(Optional<Integer> patience, List<PlannedCase> cases) {
            patience.ifPresent(most -> cases.stream()
                    .filter(planned -> planned.switchedOff().isEmpty())
                    .collect(Collectors.groupingBy(Squeezes::family))
                    .forEach((id, rungs) -> families.put(id, new Family(new Squeeze(threads(rungs), most), rungs))));
        }

        private static List<Integer> threads(List<PlannedCase> cases) {
            return cases.stream().map(planned -> planned.id().threads()).toList();
        }

        private static CaseId family(PlannedCase planned) {
            return planned.id().withThreads(1);
        }

        /** Records the outcome of a rung; returns the result of the squeeze if this outcome ended it. */
        Optional<Ended> measured(PlannedCase planned, CaseOutcome outcome) {
            Family family = families.get(family(planned));
            if (family == null || family.squeeze().next().isEmpty()) {
                return Optional.empty();
            }
            Squeeze squeeze = family.squeeze();
            if (outcome instanceof CaseOutcome.Failed failed) {
                if (failed.failure().kind() == Failure.Kind.STOPPED) {
                    squeeze.stop();
                } else {
                    squeeze.failed(failed.failure().message());
                }
            } else {
                rung(outcome.result()).ifPresentOrElse(squeeze::measured, () -> squeeze.failed("it has no score"));
            }
            return squeeze.next().isPresent() ? Optional.empty() : Optional.of(ended(planned, family));
        }

        private static Optional<Rung> rung(CaseResult result) {
            return Curves.rung(result, Confidence.PRECISION.level()).map(rung -> rung.from(result.forkValues().length));
        }

        private Ended ended(PlannedCase last, Family family) {
            // Compared by id, because the case may have lost a profiler that does not work here.
            int measured = family.cases().stream().map(PlannedCase::id).toList().indexOf(last.id()) + 1;
            Squeezed found = family.squeeze().outcome();
            // After a stop, all cases without a result have the same reason: the run has not reached them.
            List<PlannedCase> left = found.end() == Squeezed.End.STOPPED
                    ? List.of()
                    : family.cases().subList(measured, family.cases().size());
            CaseId id = family(last);
            Ended ended = new Ended(id.className() + "." + id.displayName(), found, left);
            left.forEach(planned -> behind.put(planned.id(), ended.reason()));
            return ended;
        }

        Optional<String> behind(CaseId id) {
            return Optional.ofNullable(behind.get(id));
        }
    }
}
