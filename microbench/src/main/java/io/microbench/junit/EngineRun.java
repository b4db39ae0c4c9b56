// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.junit.PublishedRun.ResultPlaces;
import io.microbench.junit.SuiteProfiles.AskedProfiles;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerGround;
import io.microbench.result.CaseResult;
import io.microbench.run.BenchmarkRun;
import io.microbench.run.CaseOutcome;
import io.microbench.run.NodeRun;
import io.microbench.run.PlanRun;
import io.microbench.text.Printable;
import java.util.List;
import java.util.Optional;

/** The engine's interface to a run; a {@link BenchmarkRun} except in tests. */
interface EngineRun extends AutoCloseable {

    static EngineRun open(Plan plan) {
        ResultPlaces.require(plan);
        AskedProfiles profiles = AskedProfiles.of(plan, ProfilerGround::here);
        Judgement judgement = Judgement.of(plan);
        judgement.warning().ifPresent(warning -> System.out.println(Printable.lines("# WARNING: " + warning)));
        RunHistory history = RunHistory.of(plan.judging(), EngineRun::note);
        PlanRun run = plan.nodes().isPresent() ? NodeRun.open(plan, plan.nodes().get()) : BenchmarkRun.open(plan);
        profiles.cost(plan)
                .ifPresent(line -> System.out.println(Printable.lines("# " + line + ".") + System.lineSeparator()));
        return new PublishedRun(run, plan, judgement, history, new SuiteProfiles(run, profiles, PublishedRun::print));
    }

    static void note(String line) {
        System.out.println(Printable.lines("# " + line));
    }

    /** Measures cases that cannot be measured one by one; {@link #run} then returns their results. */
    default void measure(List<PlannedCase> cases) {}

    /** Returns why {@link #measure} or earlier cases make a case be left out; empty if it is not. */
    default Optional<String> notReached(PlannedCase planned) {
        return Optional.empty();
    }

    CaseOutcome run(PlannedCase planned);

    default Findings judge(CaseResult result) {
        return Findings.NONE;
    }

    /** Runs the forks with requested profilers; called when all cases have ended. */
    default void profile() {}

    void skip(PlannedCase planned, String reason);

    /** Records that a case failed before it could be measured. */
    void fail(PlannedCase planned, String reason);

    void stop();

    @Override
    void close();
}
