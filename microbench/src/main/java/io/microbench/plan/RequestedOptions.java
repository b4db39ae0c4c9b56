// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Reads the options that a class sets in {@code AbstractMicrobenchmark.options(...)}.
 *
 * <p>JMH would take values of parameters, modes and threads from there instead of from the annotations, and so do the
 * cases.
 *
 * @param options all options
 */
public record RequestedOptions(Options options) {

    /** Returns the options of a class, starting from the options in the plan of a case. */
    public static RequestedOptions of(CasePlan plan, UnaryOperator<ChainedOptionsBuilder> change) {
        return new RequestedOptions(change.apply(filled(plan)).build());
    }

    private static ChainedOptionsBuilder filled(CasePlan plan) {
        return new OptionsBuilder()
                .warmupIterations(plan.warmup().count())
                .warmupTime(time(plan.warmup()))
                .warmupBatchSize(plan.warmup().batchSize())
                .measurementIterations(plan.measurement().count())
                .measurementTime(time(plan.measurement()))
                .measurementBatchSize(plan.measurement().batchSize())
                .operationsPerInvocation(plan.operationsPerInvocation())
                .timeUnit(TimeUnit.valueOf(plan.timeUnit()))
                .timeout(time(plan.timeout()))
                .shouldDoGC(plan.gcBetweenIterations());
    }

    private static TimeValue time(IterationPlan plan) {
        return plan.time().isZero() ? TimeValue.NONE : time(plan.time());
    }

    /** Returns a time in the largest unit that represents it exactly. */
    static TimeValue time(Duration duration) {
        long nanos = duration.toNanos();
        for (TimeUnit unit :
                List.of(TimeUnit.MINUTES, TimeUnit.SECONDS, TimeUnit.MILLISECONDS, TimeUnit.MICROSECONDS)) {
            long size = unit.toNanos(1);
            if (nanos % size == 0) {
                return new TimeValue(nanos / size, unit);
            }
        }
        return TimeValue.nanoseconds(nanos);
    }

    Optional<List<String>> parameter(String name) {
        return optional(options.getParameter(name)).map(List::copyOf);
    }

    /** Returns the requested modes; none if the annotations apply. */
    Optional<Collection<Mode>> modes() {
        return Optional.of(options.getBenchModes()).filter(modes -> !modes.isEmpty());
    }

    Optional<Integer> threads() {
        return optional(options.getThreads())
                .map(count -> count == Threads.MAX ? Runtime.getRuntime().availableProcessors() : count);
    }

    /** Returns the number of threads of a group, if its shares are requested. */
    Optional<Integer> threadsOfGroup() {
        return optional(options.getThreadGroups())
                .map(groups -> Arrays.stream(groups).sum());
    }

    List<ProfilerConfig> profilers() {
        return List.copyOf(options.getProfilers());
    }

    private static <T> Optional<T> optional(org.openjdk.jmh.util.Optional<T> value) {
        return value.hasValue() ? Optional.of(value.get()) : Optional.empty();
    }
}
