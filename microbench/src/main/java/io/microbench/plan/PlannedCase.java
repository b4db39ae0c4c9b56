/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * One case of a plan: who it is and how it will be measured.
 *
 * @param id the case
 * @param benchmarkClass the class that holds (or inherits) the method, not initialised
 * @param plan how it will be measured
 * @param optionsHook what the benchmark class itself changes of JMH's options
 */
public record PlannedCase(
        CaseId id, Class<?> benchmarkClass, CasePlan plan, UnaryOperator<ChainedOptionsBuilder> optionsHook) {

    /** Time a fork takes beside its iterations: starting the JVM, the link to the host, set-up and tear-down. */
    private static final Duration FORK_START = Duration.ofMillis(500);

    /** Makes a case whose class changes nothing of JMH's options. */
    public PlannedCase(CaseId id, Class<?> benchmarkClass, CasePlan plan) {
        this(id, benchmarkClass, plan, UnaryOperator.identity());
    }

    /** Returns the options after the benchmark class has had its say. */
    public ChainedOptionsBuilder customize(ChainedOptionsBuilder options) {
        return optionsHook.apply(options);
    }

    /** Returns the time the case is expected to take. */
    public Duration cost() {
        Duration fork = plan.warmup().total().plus(plan.measurement().total());
        if (plan.inProcess()) {
            return fork;
        }
        return fork.plus(FORK_START).multipliedBy(plan.forks() + plan.warmupForks());
    }
}
