/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import java.time.Duration;
import java.util.Collection;
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
 * @param fixtureWarmup how its fixture is warmed up; empty where it has none, or one that needs no warm-up
 * @param ladderOrder in which order its rung is measured with the others of its ladder
 */
public record PlannedCase(
        CaseId id,
        Class<?> benchmarkClass,
        CasePlan plan,
        UnaryOperator<ChainedOptionsBuilder> options,
        Optional<String> switchedOff,
        Optional<FixtureWarmup> fixtureWarmup,
        LadderOrder ladderOrder) {

    /** Time a fork takes beside its iterations: starting the JVM, the link to the host, set-up and tear-down. */
    public static final Duration FORK_START = Duration.ofMillis(500);

    /** Time that the iterations of a fork take which is measured for as long as it needs; a guess, before it has run. */
    private static final Duration ADAPTIVE_FORK = Duration.ofSeconds(5);

    /** Plans a case that will run, with no options of its own. */
    public PlannedCase(CaseId id, Class<?> benchmarkClass, CasePlan plan) {
        this(id, benchmarkClass, plan, UnaryOperator.identity(), Optional.empty(), Optional.empty(), LadderOrder.GIVEN);
    }

    /** Returns this case with the given JVM arguments and options. */
    PlannedCase with(List<String> jvmArgs, UnaryOperator<ChainedOptionsBuilder> changed) {
        return new PlannedCase(
                id, benchmarkClass, plan.withJvmArgs(jvmArgs), changed, switchedOff, fixtureWarmup, ladderOrder);
    }

    /** Returns this case measured in another way. */
    public PlannedCase with(CasePlan other) {
        return new PlannedCase(id, benchmarkClass, other, options, switchedOff, fixtureWarmup, ladderOrder);
    }

    /** Returns a fork of this case that is measured in another way, and has no fixture to warm up. */
    PlannedCase with(CaseId other, CasePlan its, UnaryOperator<ChainedOptionsBuilder> changed) {
        return new PlannedCase(other, benchmarkClass, its, changed, switchedOff, Optional.empty(), ladderOrder);
    }

    /** Returns this case with a fixture that is warmed up so. */
    public PlannedCase withFixtureWarmup(Optional<FixtureWarmup> other) {
        return new PlannedCase(id, benchmarkClass, plan, options, switchedOff, other, ladderOrder);
    }

    /** Returns this case with rungs that are measured in this order. */
    PlannedCase with(LadderOrder other) {
        return new PlannedCase(id, benchmarkClass, plan, options, switchedOff, fixtureWarmup, other);
    }

    /** Returns the fork that warms up the fixture of this case, as a case; empty where there is none. */
    public Optional<PlannedCase> warmup() {
        return fixtureWarmup.map(its -> its.fork(this));
    }

    /** Returns this case as one that will not run. */
    public PlannedCase switchedOff(String reason) {
        return new PlannedCase(id, benchmarkClass, plan, options, Optional.of(reason), fixtureWarmup, ladderOrder);
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

    /** Returns the number of JVMs that will be started for the given cases. */
    static int forks(Collection<PlannedCase> cases) {
        return cases.stream().mapToInt(PlannedCase::forks).sum();
    }

    /** Returns the time the given cases are expected to take one after the other. */
    static Duration cost(Collection<PlannedCase> cases) {
        return cases.stream().map(PlannedCase::cost).reduce(Duration.ZERO, Duration::plus);
    }
}
