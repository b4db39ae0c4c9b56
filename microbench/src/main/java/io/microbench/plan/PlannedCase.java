/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * One case of a plan: who it is and how it will be measured.
 *
 * @param id the case
 * @param benchmarkClass the class that holds (or inherits) the method, not initialised
 * @param plan how it will be measured
 * @param options what the class changes in the JMH options of the case
 * @param switchedOff why the case will not run, by an annotation or a condition
 */
public record PlannedCase(
        CaseId id,
        Class<?> benchmarkClass,
        CasePlan plan,
        UnaryOperator<ChainedOptionsBuilder> options,
        Optional<String> switchedOff) {

    /** Time a fork takes beside its iterations: starting the JVM, the link to the host, set-up and tear-down. */
    public static final Duration FORK_START = Duration.ofMillis(500);

    /** Time that the iterations of a fork take which is measured for as long as it needs; a guess, before it has run. */
    private static final Duration ADAPTIVE_FORK = Duration.ofSeconds(5);

    /** Plans a case that will run, with no options of its own. */
    public PlannedCase(CaseId id, Class<?> benchmarkClass, CasePlan plan) {
        this(id, benchmarkClass, plan, UnaryOperator.identity(), Optional.empty());
    }

    /** Returns this case with the given JVM arguments and options. */
    PlannedCase with(List<String> jvmArgs, UnaryOperator<ChainedOptionsBuilder> changed) {
        return new PlannedCase(id, benchmarkClass, plan.withJvmArgs(jvmArgs), changed, switchedOff);
    }

    /** Returns this case measured in another way. */
    public PlannedCase with(CasePlan other) {
        return new PlannedCase(id, benchmarkClass, other, options, switchedOff);
    }

    /** Returns this case as one that will not run. */
    public PlannedCase switchedOff(String reason) {
        return new PlannedCase(id, benchmarkClass, plan, options, Optional.of(reason));
    }

    /** Returns the number of JVMs that will be started for it, at least where that depends on what they deliver. */
    public int forks() {
        if (switchedOff.isPresent()) {
            return 0;
        }
        return plan.adaptive().isPresent()
                ? plan.adaptive().get().smallestForks()
                : plan.forks() + (plan.inProcess() ? 0 : plan.warmupForks());
    }

    /** Returns the time the case is expected to take. */
    public Duration cost() {
        if (switchedOff.isPresent()) {
            return Duration.ZERO;
        }
        if (plan.adaptive().isPresent()) {
            return ADAPTIVE_FORK.plus(FORK_START).multipliedBy(forks());
        }
        Duration fork = plan.warmup().total().plus(plan.measurement().total());
        return plan.inProcess() ? fork : fork.plus(FORK_START).multipliedBy(forks());
    }
}
