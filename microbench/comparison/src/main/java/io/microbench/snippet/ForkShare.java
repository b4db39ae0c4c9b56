/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.result.CasePlan;
import io.microbench.result.IterationPlan;
import io.microbench.result.IterationResult;

/** Says how much of a fork is done, by the time that its iterations are planned to take. */
final class ForkShare {

    private ForkShare() {}

    /**
     * Returns a share from 0 to 1.
     *
     * @param plan the iterations of the fork
     * @param last the one that has just ended
     */
    static double of(CasePlan plan, IterationResult last) {
        boolean warmup = last.phase() == IterationResult.Phase.WARMUP;
        double before = warmup ? 0 : weight(plan.warmup(), plan.warmup().count());
        double done = before + weight(warmup ? plan.warmup() : plan.measurement(), last.number());
        double all = weight(plan.warmup(), plan.warmup().count())
                + weight(plan.measurement(), plan.measurement().count());
        return all > 0 ? Math.min(1, done / all) : 1;
    }

    /** Returns nanoseconds, or calls where iterations have no duration. */
    private static double weight(IterationPlan plan, int count) {
        return (double) count
                * (plan.time().isZero() ? plan.batchSize() : plan.time().toNanos());
    }
}
