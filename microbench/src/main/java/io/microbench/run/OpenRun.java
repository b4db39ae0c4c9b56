// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.forks.Progress;
import io.microbench.forks.RunClock;
import io.microbench.monitor.MonitorHistory;
import io.microbench.monitor.MonitorOutput;
import io.microbench.monitor.NodeMonitor;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Profile;
import io.microbench.result.RunFolder;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Keeps the record of a run and prints the outcomes of its cases, wherever these are measured. */
abstract class OpenRun implements PlanRun {

    private static final String MONITOR = "microbench.monitor";
    private static final String CONSOLE = "console";

    final Plan plan;
    final PrintStream console;
    final Clock clock = RunClock.start();
    final RunFolder folder;
    final Progress progress;
    final SameResults disagreements;
    final MeasuredCases cases;
    private final Optional<MonitorHistory> history;

    /** Opens the folder of the run, with the parts of each case that work. */
    OpenRun(
            Plan plan,
            PrintStream console,
            UnaryOperator<PlannedCase> runnable,
            Optional<MonitorHistory> history,
            Optional<NodeMonitor> monitor) {
        this.plan = plan;
        this.history = history;
        this.console = console;
        this.folder = RunFolder.create(
                plan.output(),
                clock.instant(),
                new EnvironmentProbe(Path.of("/")).probeWithClassPath(),
                plan.settings(),
                plan.cases().stream()
                        .map(runnable)
                        .map(c -> CaseResult.planned(c.id(), c.plan()))
                        .toList());
        this.progress = new Progress(System::nanoTime, plan.cost());
        if (BriefScreen.isOn()) {
            progress.onChange(() -> BriefScreen.show(progress.briefly()));
        }
        this.disagreements = new SameResults(folder, console);
        this.cases = new MeasuredCases(plan, folder, progress, console, monitor, this::ended);
    }

    /** Returns the receiver of the monitored values of a run's forks; empty if no monitoring is requested. */
    static Optional<MonitorHistory> history(Plan plan, List<String> nodes) {
        for (SettingValue given : plan.settings()) {
            if (given.name().equals(MONITOR)) {
                MonitorHistory history = new MonitorHistory();
                history.listen(output(given.value(), nodes));
                return Optional.of(history);
            }
        }
        return Optional.empty();
    }

    private static Consumer<MonitorHistory.Sample> output(String target, List<String> nodes) {
        try {
            return target.equals(CONSOLE)
                    ? MonitorOutput.table(nodes, System.err::println)
                    : MonitorOutput.file(Path.of(target), nodes);
        } catch (IOException e) {
            throw new PreflightException(
                    MONITOR + " = \"" + target + "\" cannot be used: cannot write to this file (" + e + ").");
        }
    }

    void ended(PlannedCase planned) {}

    /** Returns the outcome of a measured case and prints its output; both are then discarded. */
    final Optional<CaseOutcome> measured(CaseId id) {
        BriefScreen.show("");
        return cases.take(id).map(kept -> {
            if (!BriefScreen.isOn() || kept.outcome() instanceof CaseOutcome.Failed) {
                console.print(kept.printed());
                console.flush();
            }
            return kept.outcome();
        });
    }

    @Override
    public final Path folder() {
        return folder.path();
    }

    @Override
    public final Optional<String> notReached(PlannedCase planned) {
        return cases.notReached(planned.id());
    }

    @Override
    public final void skip(PlannedCase planned, String reason) {
        cases.skip(planned, reason);
    }

    @Override
    public final void fail(PlannedCase planned, String reason) {
        console.println("# FAILED " + planned.id().text() + ": " + reason);
        console.println();
        folder.end(CaseResult.planned(planned.id(), planned.plan()).failed(reason));
    }

    /** Ends a case whose results differ from the results of another case; empty if they do not differ. */
    final Optional<CaseOutcome> disagreeing(PlannedCase planned) {
        return disagreements.failure(planned.id()).map(failure -> {
            fail(planned, failure.message());
            return new CaseOutcome.Failed(recorded(folder, planned.id()), failure);
        });
    }

    static CaseResult recorded(RunFolder folder, CaseId id) {
        return folder.record().cases().stream()
                .filter(result -> result.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public final void profiled(CaseId id, Profile profile) {
        folder.profiled(id, profile);
    }

    @Override
    public final Optional<MonitorHistory> monitored() {
        return history;
    }

    @Override
    public final RunRecord record() {
        return folder.record();
    }

    void complete() {}

    @Override
    public final RunRecord finish() {
        disagreements.summarize();
        complete();
        BriefScreen.show("");
        return folder.finish(clock.instant());
    }
}
