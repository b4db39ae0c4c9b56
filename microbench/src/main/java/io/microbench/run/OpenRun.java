// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.forks.Progress;
import io.microbench.forks.RunClock;
import io.microbench.forks.Terminal.LiveLine;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ParentProcess;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Profile;
import io.microbench.result.RunFolder;
import io.microbench.result.RunRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Keeps the record of a run and prints the outcomes of its cases, wherever these are measured. */
abstract class OpenRun implements PlanRun {

    final Plan plan;
    final PrintStream console;
    final Clock clock = RunClock.start();
    final RunFolder folder;
    final LiveLine live;
    final Progress progress;
    final Disagreements disagreements;

    /**
     * Opens the folder of the run.
     *
     * @param runnable returns a case with what of its plan works
     */
    OpenRun(Plan plan, PrintStream console, UnaryOperator<PlannedCase> runnable) {
        this.plan = plan;
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
        this.live = LiveLine.onTerminal(System.getenv(), ParentProcess.find());
        this.progress = new Progress(System::nanoTime, plan.cost(), live);
        this.disagreements = new Disagreements(folder, console);
    }

    abstract MeasuredCases cases();

    /** Returns the outcome of a measured case, prints its kept output, and removes both. */
    final Optional<CaseOutcome> measured(CaseId id) {
        return cases().take(id).map(kept -> {
            console.print(kept.printed());
            console.flush();
            return kept.outcome();
        });
    }

    @Override
    public final Path folder() {
        return folder.path();
    }

    @Override
    public final Optional<String> notReached(PlannedCase planned) {
        return cases().notReached(planned.id());
    }

    @Override
    public final void skip(PlannedCase planned, String reason) {
        cases().skip(planned, reason);
    }

    @Override
    public final void fail(PlannedCase planned, String reason) {
        console.println("# FAILED " + planned.id().text() + ": " + reason);
        console.println();
        folder.end(CaseResult.planned(planned.id(), planned.plan()).failed(reason));
    }

    @Override
    public final void profiled(CaseId id, Profile profile) {
        folder.profiled(id, profile);
    }

    @Override
    public final RunRecord record() {
        return folder.record();
    }

    /** Adds values that are known only at the end of a run. */
    void complete() {}

    @Override
    public final RunRecord finish() {
        disagreements.summarize();
        complete();
        return folder.finish(clock.instant());
    }
}
