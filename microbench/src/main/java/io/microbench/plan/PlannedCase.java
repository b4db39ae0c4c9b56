/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import java.time.Duration;

/**
 * One case of a plan: who it is and how it will be measured.
 *
 * @param id the case
 * @param benchmarkClass the class that holds (or inherits) the method, not initialised
 * @param plan how it will be measured
 */
public record PlannedCase(CaseId id, Class<?> benchmarkClass, CasePlan plan) {

    /** Time a fork takes beside its iterations: starting the JVM, the link to the host, set-up and tear-down. */
    private static final Duration FORK_START = Duration.ofMillis(500);

    /** Returns the time the case is expected to take. */
    public Duration cost() {
        Duration fork = plan.warmup().total().plus(plan.measurement().total());
        if (plan.inProcess()) {
            return fork;
        }
        return fork.plus(FORK_START).multipliedBy(plan.forks() + plan.warmupForks());
    }
}
