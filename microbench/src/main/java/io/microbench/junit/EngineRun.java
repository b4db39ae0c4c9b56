// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.junit.Judgement.Findings;
import io.microbench.junit.PublishedRun.ResultFolders;
import io.microbench.junit.SuiteProfiles.RequestedProfilers;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.report.ReportFiles;
import io.microbench.result.CaseResult;
import io.microbench.run.PlanRun;
import io.microbench.text.Printable;
import java.util.List;

/** The engine's interface to a run, with the steps before and after its measurements. */
interface EngineRun extends AutoCloseable {

    static EngineRun open(Plan plan) {
        ResultFolders.require(plan);
        RequestedProfilers profiles = RequestedProfilers.of(plan);
        Judgement judgement = Judgement.of(plan);
        judgement.warning().ifPresent(warning -> System.out.println(Printable.lines("# WARNING: " + warning)));
        RunHistory history = RunHistory.of(plan.judging(), EngineRun::note);
        PlanRun run = PlanRun.open(plan);
        run.whileForkStarts(() -> ReportFiles.rehearse(run.record()));
        profiles.cost(plan)
                .ifPresent(line -> System.out.println(Printable.lines("# " + line + ".") + System.lineSeparator()));
        return new PublishedRun(run, plan, judgement, history, new SuiteProfiles(run, profiles, PublishedRun::print));
    }

    static void note(String line) {
        System.out.println(Printable.lines("# " + line));
    }

    PlanRun run();

    /** Measures cases that cannot be measured one by one; {@link PlanRun#run} then returns their results. */
    default void measure(List<PlannedCase> cases) {}

    /** Judges a case that has just run. */
    default Findings judge(CaseResult result) {
        return Findings.NONE;
    }

    /** Runs the forks with requested profilers; called when all cases have ended. */
    default void profile() {}

    @Override
    void close();
}
