/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.run.BenchmarkRun;
import io.microbench.run.CaseOutcome;

/** What the engine needs of a run; a {@link BenchmarkRun} except in tests. */
interface CaseRun extends AutoCloseable {

    /** Opens a run for real. */
    static CaseRun open(Plan plan) {
        BenchmarkRun run = BenchmarkRun.open(plan);
        return new CaseRun() {
            @Override
            public CaseOutcome run(PlannedCase planned) {
                return run.run(planned);
            }

            @Override
            public void skip(PlannedCase planned, String reason) {
                run.skip(planned, reason);
            }

            @Override
            public void stop() {
                run.stop();
            }

            @Override
            public void close() {
                run.close();
            }
        };
    }

    /** Runs one case. */
    CaseOutcome run(PlannedCase planned);

    /** Notes that a case was switched off. */
    void skip(PlannedCase planned, String reason);

    /** Asks the busy fork to end. */
    void stop();

    @Override
    void close();
}
