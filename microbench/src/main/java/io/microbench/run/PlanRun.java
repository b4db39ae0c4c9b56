// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.Prewarm;
import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.remote.NodeNetwork;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.Profile;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;

/** Carries out a plan, on this machine or on several. */
public interface PlanRun extends AutoCloseable {

    /**
     * Checks whether the plan can be measured, prints its cost and opens the run's folder.
     *
     * @throws io.microbench.text.PreflightException if the run cannot produce results; its message says what to do next
     */
    static PlanRun open(Plan plan) {
        return plan.nodes()
                .<PlanRun>map(requested -> NodeRun.open(plan, requested, NodeNetwork.find(requested.names())))
                .orElseGet(() -> BenchmarkRun.open(plan));
    }

    Path folder();

    /**
     * Measures the given cases, whose outcomes {@link #run} then returns; skips cases that are measured one by one.
     *
     * @param priority returns how much a case needs another fork, if a budget has time left
     */
    void measure(List<PlannedCase> requested, ToDoubleFunction<CaseResult> priority);

    /**
     * Returns why a case is not measured: there was no time for it, or its squeeze ended before reaching it; empty if
     * it is measured.
     */
    Optional<String> notReached(PlannedCase planned);

    /** Runs one case of the plan; a benchmark that fails is an outcome, not an exception. */
    CaseOutcome run(PlannedCase requested);

    void skip(PlannedCase planned, String reason);

    void fail(PlannedCase planned, String reason);

    /** Calls a function once, in another thread, while the JVM of the second fork starts; never if nodes run the forks. */
    default void whileForkStarts(Prewarm.Use use) {}

    /**
     * Runs one more fork of a measured case, with a profiler. The fork does not contribute to any score, and is not
     * limited by a budget.
     *
     * @param base the name of the profiler's files, without their endings, in an existing folder
     */
    ProfiledFork profile(PlannedCase requested, ProfilerPlan profiler, Path base);

    void profiled(CaseId id, Profile profile);

    /** Stops the run, from any thread: busy forks end, and no further one is started. */
    void stop();

    /**
     * Returns the monitored values of the forks of all nodes in the last two minutes; empty unless
     * {@code microbench.monitor} is set.
     */
    Optional<MonitorHistory> monitored();

    RunRecord record();

    RunRecord finish();

    @Override
    void close();

    sealed interface CaseOutcome {

        CaseResult result();

        record Completed(CaseResult result) implements CaseOutcome {}

        /** The run's time was up before the case's first fork. */
        record NotReached(CaseResult result) implements CaseOutcome {

            /** The reason in the case's record. */
            public static final String REASON = "the time budget ran out before its first fork finished";

            private static final int MOST_NAMES = 5;

            /** Returns a sentence that names the cases for which the time was too short. */
            public static String message(Collection<String> names) {
                return "The time budget ran out before the first fork finished; not measured: "
                        + Counted.first(MOST_NAMES, names);
            }
        }

        /** A fork failed; later forks of the case were not started. */
        record Failed(CaseResult result, Failure failure) implements CaseOutcome {

            /** Returns the outcome of a case that was not started before the run was stopped. */
            static Failed notStarted(PlannedCase planned) {
                String message = "The run was stopped before this case.";
                return new Failed(
                        CaseResult.planned(planned.id(), planned.plan()), Failure.of(Failure.Kind.STOPPED, message));
            }

            /** Returns a message for the user: the failure, the fork's arguments, the tail of its output; no stack trace. */
            public String message() {
                StringJoiner text = new StringJoiner(System.lineSeparator());
                text.add(result.id().text() + " failed: " + failure.message());
                if (!failure.command().isEmpty()) {
                    text.add("Fork: " + String.join(" ", failure.command()));
                }
                if (!failure.outputTail().isEmpty()) {
                    text.add("Last lines of its output:");
                    failure.outputTail().forEach(line -> text.add("  " + line));
                }
                return text.toString();
            }
        }
    }
}
