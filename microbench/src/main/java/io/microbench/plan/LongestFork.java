// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.stopping.StopRule;
import java.time.Duration;

/** Plans forks of a fixed length, as profilers need them: recording begins after the warm-up, and ends with the last iteration. */
public final class LongestFork {

    /** Seconds, where a rule has no end that is known beforehand. */
    private static final double USUAL = 10;

    private static final double NANOS = 1e9;

    private LongestFork() {}

    /**
     * Returns a case as it is measured by one fork; where forks end by themselves, by one as long as the longest that was planned, of
     * which the first half is warm-up.
     *
     * @param iterations how many a fork had; for a benchmark in single-shot mode, whose iterations have no length
     */
    public static PlannedCase of(PlannedCase one, int iterations) {
        CasePlan plan = one.plan();
        if (plan.adaptive().isEmpty()) {
            return one.with(plan.toBuilder().forks(1).warmupForks(0).build());
        }
        Duration length = plan.measurement().time();
        long all = length.isZero()
                ? iterations
                : (long) Math.ceil(seconds(plan.adaptive().get()) * NANOS / length.toNanos());
        int half = (int) Math.max(1, Math.min(Integer.MAX_VALUE, (all + 1) / 2));
        return one.fixed(one.id(), plan.toBuilder().forks(1).warmupForks(0), half, half, length);
    }

    private static double seconds(AdaptivePlan plan) {
        return StopRule.of(plan.rule()).longestFork().orElse(USUAL);
    }
}
