// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.AllocationProfiler;
import io.microbench.fork.ForkMark;
import io.microbench.fork.ForkMeter;
import io.microbench.fork.ForkProbe;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.ProfilerChoice;
import io.microbench.plan.RequestedOptions;
import io.microbench.result.CasePlan;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.util.Optional;

/**
 * Assembles the JMH options of one fork of a case.
 *
 * <p>Some of JMH's options can only be extended: includes, modes, profilers, values of parameters. Therefore, only the
 * options of a class that do not add further cases are passed on.
 */
final class ForkOptions {

    /** More iterations than any stop rule allows; JMH requires a number. */
    private static final int MOST_ITERATIONS = 1_000_000;

    private ForkOptions() {}

    /**
     * Returns the options.
     *
     * @param own JVM arguments that connect host and fork
     * @param prefix words before the fork's command; empty if it is started directly
     */
    static Options of(PlannedCase planned, String[] own, List<String> prefix) {
        CasePlan plan = planned.plan();
        ChainedOptionsBuilder options =
                taken(RequestedOptions.of(plan, planned.options()).options());
        if (plan.adaptive().isPresent()) {
            // For JMH, all iterations are measured iterations; how the fork ends decides which of them were warm-up.
            options = options.warmupIterations(0).measurementIterations(MOST_ITERATIONS);
        }
        options = options.include("^" + Pattern.quote(planned.id().benchmark()) + "$")
                .mode(Mode.deepValueOf(plan.mode().label()))
                .threads(plan.threads())
                .forks(plan.inProcess() ? 0 : 1)
                .warmupForks(0)
                .shouldFailOnError(true)
                .addProfiler(ForkProbe.class)
                .addProfiler(ForkMeter.class)
                .jvmArgsPrepend(own)
                .jvmArgs(plan.jvmArgs().toArray(String[]::new))
                .jvmArgsAppend();
        for (Map.Entry<String, String> parameter : planned.parameters().entrySet()) {
            options = options.param(parameter.getKey(), parameter.getValue());
        }
        if (!prefix.isEmpty()) {
            options = options.addProfiler(ForkMark.class, String.join(" ", prefix));
        }
        for (String profiler : plan.profilers()) {
            ProfilerConfig config = ProfilerChoice.config(profiler);
            options = profiler.equals(ProfilerChoice.ALLOCATION)
                    ? options.addProfiler(AllocationProfiler.class)
                    : options.addProfiler(config.getKlass(), config.getOpts());
        }
        if (plan.jvm().isPresent()) {
            options = options.jvm(plan.jvm().get());
        }
        return options.build();
    }

    private static ChainedOptionsBuilder taken(Options requested) {
        ChainedOptionsBuilder options = new OptionsBuilder();
        take(requested.getWarmupIterations(), options::warmupIterations);
        take(requested.getWarmupTime(), options::warmupTime);
        take(requested.getWarmupBatchSize(), options::warmupBatchSize);
        take(requested.getMeasurementIterations(), options::measurementIterations);
        take(requested.getMeasurementTime(), options::measurementTime);
        take(requested.getMeasurementBatchSize(), options::measurementBatchSize);
        take(requested.getOperationsPerInvocation(), options::operationsPerInvocation);
        take(requested.getTimeUnit(), options::timeUnit);
        take(requested.getTimeout(), options::timeout);
        take(requested.shouldDoGC(), options::shouldDoGC);
        take(requested.shouldSyncIterations(), options::syncIterations);
        take(requested.getThreadGroups(), options::threadGroups);
        take(requested.getWarmupMode(), options::warmupMode);
        requested.getWarmupIncludes().forEach(options::includeWarmup);
        take(requested.verbosity(), options::verbosity);
        return options;
    }

    private static <T> void take(Optional<T> value, Consumer<T> setter) {
        if (value.hasValue()) {
            setter.accept(value.get());
        }
    }
}
