/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Says how one case is measured, after annotations and settings have been resolved.
 *
 * @param mode what JMH measures
 * @param timeUnit the unit of time of the score, as in {@link java.util.concurrent.TimeUnit}
 * @param threads worker threads, at least 1
 * @param forks measured forks; 0 runs inside the host, and such a result compares with nothing
 * @param warmupForks forks run first and thrown away
 * @param warmup iterations before the measured ones
 * @param measurement measured iterations
 * @param operationsPerInvocation operations that one call of the method counts for, at least 1
 * @param timeout how long JMH waits for an iteration beyond its time
 * @param gcBetweenIterations whether a collection is forced before each iteration
 * @param jvm the java command of the fork; the host's own where empty
 * @param jvmArgs all JVM arguments asked for, in the order of the command line
 * @param profilers JMH profilers in JMH's own notation, {@code gc} or {@code stack:lines=3}
 * @param adaptive how long it is measured where that follows from what is seen; then the numbers of forks and iterations above
 *     say nothing, only the length of an iteration holds
 */
public record CasePlan(
        Mode mode,
        String timeUnit,
        int threads,
        int forks,
        int warmupForks,
        IterationPlan warmup,
        IterationPlan measurement,
        int operationsPerInvocation,
        Duration timeout,
        boolean gcBetweenIterations,
        Optional<String> jvm,
        List<String> jvmArgs,
        List<String> profilers,
        Optional<AdaptivePlan> adaptive) {

    public CasePlan {
        jvmArgs = List.copyOf(jvmArgs);
        profilers = List.copyOf(profilers);
    }

    /** Returns this plan with another number of worker threads. */
    public CasePlan withThreads(int count) {
        return with(count, jvmArgs, profilers);
    }

    /** Returns this plan with other JVM arguments. */
    public CasePlan withJvmArgs(List<String> arguments) {
        return with(threads, arguments, profilers);
    }

    /** Returns this plan with other profilers. */
    public CasePlan withProfilers(List<String> others) {
        return with(threads, jvmArgs, others);
    }

    private CasePlan with(int count, List<String> arguments, List<String> others) {
        return new CasePlan(
                mode,
                timeUnit,
                count,
                forks,
                warmupForks,
                warmup,
                measurement,
                operationsPerInvocation,
                timeout,
                gcBetweenIterations,
                jvm,
                arguments,
                others,
                adaptive);
    }

    /** Returns this plan for a case that is measured for as long as it needs, in iterations of the given length. */
    public CasePlan withAdaptive(AdaptivePlan plan, Duration iteration) {
        return new CasePlan(
                mode,
                timeUnit,
                threads,
                plan.largestForks(),
                0,
                new IterationPlan(0, iteration, warmup.batchSize()),
                new IterationPlan(1, iteration, measurement.batchSize()),
                operationsPerInvocation,
                timeout,
                gcBetweenIterations,
                jvm,
                jvmArgs,
                profilers,
                Optional.of(plan));
    }

    /** Returns whether the case runs inside the host's JVM, so that its numbers compare with nothing. */
    public boolean inProcess() {
        return forks == 0;
    }
}
