// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.profile.ProfilerPlan;
import io.microbench.remote.NodeNetwork;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Profile;
import io.microbench.result.RunRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Carries out a plan, on this machine or on several. */
public interface PlanRun extends AutoCloseable {

    /**
     * Checks whether the plan can be measured, prints its cost and opens the run's folder.
     *
     * @throws io.microbench.text.PreflightException if the run cannot deliver numbers; its message names what to do
     */
    static PlanRun open(Plan plan) {
        return plan.nodes()
                .<PlanRun>map(asked -> NodeRun.open(plan, asked, NodeNetwork.find(asked.names())))
                .orElseGet(() -> BenchmarkRun.open(plan));
    }

    /** Returns the folder of this run. */
    Path folder();

    /**
     * Measures those of the given cases that are not measured one by one; {@link #run} then returns their outcomes.
     *
     * @param priority which case needs another fork most, where a budget has time left
     */
    void measure(List<PlannedCase> asked, ToDoubleFunction<CaseResult> priority);

    /** Returns why a case is left out: there was no time for it, or its squeeze ended before it; empty if it is not. */
    Optional<String> notReached(PlannedCase planned);

    /** Runs one case of the plan; a benchmark that fails is an outcome, not an exception. */
    CaseOutcome run(PlannedCase asked);

    /** Notes that a case was switched off. */
    void skip(PlannedCase planned, String reason);

    /** Notes that a case failed before it could be measured. */
    void fail(PlannedCase planned, String reason);

    /**
     * Runs one more fork of a measured case, with a profiler. It is not part of any score, and no budget ends it.
     *
     * @param base the name of the profiler's files, without their endings, in an existing folder
     */
    ProfiledFork profile(PlannedCase asked, ProfilerPlan profiler, Path base);

    /** Notes what a profiler recorded of a case. */
    void profiled(CaseId id, Profile profile);

    /** Stops the run, from any thread: busy forks end, and no further one is started. */
    void stop();

    /**
     * Returns the monitored values of the forks of all nodes in the last two minutes; empty unless
     * {@code microbench.monitor} is set.
     */
    Optional<MonitorHistory> monitored();

    /** Returns the current record of the run. */
    RunRecord record();

    /** Writes the final record. */
    RunRecord finish();

    @Override
    void close();
}
