// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.Precision;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.Mode;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.settings.Settings.ForkRange;
import io.microbench.stopping.StopRule;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Resolves how the cases of one benchmark are measured, like JMH's {@code Runner.newBenchmarkParams}: the setting, else the annotations,
 * else JMH's default.
 */
final class CasePlans {

    /**
     * Length of an iteration: long enough for a meaningful score, short enough to lose little time when a fork becomes
     * steady or an iteration is starved.
     */
    private static final Duration ADAPTIVE_ITERATION = Duration.ofMillis(100);

    /** JMH's profiler for the bytes allocated per operation. */
    private static final List<String> PROFILERS = List.of(ProfilerChoice.ALLOCATION);

    static final int LEAST_FORKS = 3;
    private static final int MOST_FORKS = 10;

    /** The maximum number of forks of a case that uses the remaining time of a run: with more, an interval hardly narrows. */
    private static final int MOST_FORKS_IN_BUDGET = 100;

    private final Settings settings;
    private final BenchmarkMethod method;
    /** A method may have many combinations of parameters with the same plan. */
    private final Map<Mode, Map<Integer, CasePlan>> plans = new EnumMap<>(Mode.class);

    CasePlans(Settings settings, BenchmarkMethod method) {
        this.settings = settings;
        this.method = method;
    }

    CasePlan plan(org.openjdk.jmh.annotations.Mode declared, int threads) {
        Mode mode = Mode.of(declared.shortLabel());
        return plans.computeIfAbsent(mode, any -> new HashMap<>()).computeIfAbsent(threads, count -> plan(mode, count));
    }

    private CasePlan plan(Mode mode, int threads) {
        CasePlan fixed = fixed(mode, threads);
        if (fixed.inProcess()) {
            return fixed;
        }
        Optional<AdaptivePlan> training = mode.isSingleShot() ? Optional.empty() : inFull(fixed);
        if (training.isPresent()) {
            return fixed.withAdaptive(training.get(), ADAPTIVE_ITERATION);
        }
        Duration iteration = mode.isSingleShot()
                ? Duration.ZERO
                : settings.find(KnownSettings.MEASUREMENT_TIME).orElse(ADAPTIVE_ITERATION);
        return adaptive(fixed)
                .map(adaptive -> fixed.withAdaptive(adaptive, iteration))
                .orElse(fixed);
    }

    /**
     * Returns the plan of a case in a training run, whose forks last as long as those of the fixed plan; empty if the
     * run is not a training run.
     */
    private Optional<AdaptivePlan> inFull(CasePlan fixed) {
        return settings.find(KnownSettings.TRAINING)
                .map(forks -> new AdaptivePlan(
                        Optional.empty(),
                        forks,
                        forks,
                        String.format(
                                Locale.ROOT,
                                "fixed:warmup=%s,measured=%s",
                                fixed.warmup().total().toMillis() / 1000.0,
                                fixed.measurement().total().toMillis() / 1000.0),
                        settings.value(KnownSettings.STARVATION)));
    }

    /** Returns the adaptive plan; empty if the length of the measurement is fixed. */
    private Optional<AdaptivePlan> adaptive(CasePlan fixed) {
        Optional<Precision> annotated = numbersGiven() ? Optional.empty() : method.first(Precision.class);
        Optional<Double> precision = settings.find(KnownSettings.PRECISION).or(() -> annotated.map(Precision::value));
        boolean budget = settings.find(KnownSettings.BUDGET).isPresent();
        if (precision.isEmpty() && !budget) {
            return Optional.empty();
        }
        Optional<ForkRange> requested = settings.find(KnownSettings.FORK_RANGE);
        Optional<Integer> askedLeast = requested.flatMap(ForkRange::least).or(() -> annotated.map(Precision::minForks));
        Optional<Integer> askedMost = requested.flatMap(ForkRange::most).or(() -> annotated.map(Precision::maxForks));
        // If only one of the two numbers is given, the default of the other one is adjusted.
        int most = askedMost.orElse(Math.max(budget ? MOST_FORKS_IN_BUDGET : MOST_FORKS, askedLeast.orElse(0)));
        int least = askedLeast.orElse(Math.min(LEAST_FORKS, most));
        requireUsable(precision, least, most);
        return Optional.of(new AdaptivePlan(
                precision,
                least,
                most,
                settings.find(KnownSettings.STOP_RULE)
                        .orElseGet(() -> StopRule.standard(secondsOfAFork(fixed)))
                        .text(),
                settings.value(KnownSettings.STARVATION)));
    }

    private static double secondsOfAFork(CasePlan fixed) {
        return fixed.warmup().total().plus(fixed.measurement().total()).toMillis() / 1000.0;
    }

    /** Returns whether the run has fixed numbers; they override the precision of the class. */
    private boolean numbersGiven() {
        return settings.find(KnownSettings.FORKS).isPresent()
                || settings.find(KnownSettings.WARMUP_ITERATIONS).isPresent()
                || settings.find(KnownSettings.MEASURE_ITERATIONS).isPresent();
    }

    private void requireUsable(Optional<Double> precision, int least, int most) {
        if (precision.filter(share -> !(share > 0)).isPresent() || least < 2 || most < least) {
            throw new ConfigurationException(String.format(
                    Locale.ROOT,
                    "%s: a precision%s with minForks = %d and maxForks = %d cannot be used: the precision must be"
                            + " above 0, minForks must be at least 2, and maxForks at least minForks. See @Precision and"
                            + " %s.",
                    method.name(),
                    precision.map(share -> " of " + share).orElse(""),
                    least,
                    most,
                    KnownSettings.FORK_RANGE.name()));
        }
    }

    private CasePlan fixed(Mode mode, int threads) {
        return CasePlan.builder(mode)
                .timeUnit(timeUnit().name())
                .threads(threads)
                .forks(settings.find(KnownSettings.FORKS)
                        .or(() -> method.attribute(Fork.class, Fork::value, forks -> forks != Fork.BLANK_FORKS))
                        .orElse(Defaults.MEASUREMENT_FORKS))
                .warmupForks(method.attribute(Fork.class, Fork::warmups, forks -> forks != Fork.BLANK_FORKS)
                        .orElse(Defaults.WARMUP_FORKS))
                .warmup(warmup(mode))
                .measurement(measurement(mode))
                .operationsPerInvocation(method.first(OperationsPerInvocation.class)
                        .map(OperationsPerInvocation::value)
                        .orElse(Defaults.OPS_PER_INVOCATION))
                .timeout(timeout())
                .jvm(method.attribute(Fork.class, Fork::jvm, jvm -> !jvm.equals(Fork.BLANK_ARGS)))
                .jvmArgs(forkArguments())
                .profilers(PROFILERS)
                .build();
    }

    private TimeUnit timeUnit() {
        return settings.find(KnownSettings.TIME_UNIT)
                .or(() -> method.first(OutputTimeUnit.class).map(OutputTimeUnit::value))
                .orElse(Defaults.OUTPUT_TIMEUNIT);
    }

    private IterationPlan warmup(Mode mode) {
        boolean single = mode.isSingleShot();
        int count = settings.find(KnownSettings.WARMUP_ITERATIONS)
                .or(() -> method.attribute(Warmup.class, Warmup::iterations, n -> n != Warmup.BLANK_ITERATIONS))
                .orElse(single ? Defaults.WARMUP_ITERATIONS_SINGLESHOT : Defaults.WARMUP_ITERATIONS);
        Optional<Duration> declared =
                method.attribute(Warmup.class, w -> time(w.time(), w.timeUnit()), time -> !time.isNegative());
        Duration time =
                settings.find(KnownSettings.WARMUP_TIME).or(() -> declared).orElse(duration(Defaults.WARMUP_TIME));
        int batch = method.attribute(Warmup.class, Warmup::batchSize, n -> n != Warmup.BLANK_BATCHSIZE)
                .orElse(Defaults.WARMUP_BATCHSIZE);
        return new IterationPlan(count, single ? Duration.ZERO : time, batch);
    }

    private IterationPlan measurement(Mode mode) {
        boolean single = mode.isSingleShot();
        int count = settings.find(KnownSettings.MEASURE_ITERATIONS)
                .or(() -> method.attribute(
                        Measurement.class, Measurement::iterations, n -> n != Measurement.BLANK_ITERATIONS))
                .orElse(single ? Defaults.MEASUREMENT_ITERATIONS_SINGLESHOT : Defaults.MEASUREMENT_ITERATIONS);
        Optional<Duration> declared =
                method.attribute(Measurement.class, m -> time(m.time(), m.timeUnit()), time -> !time.isNegative());
        Duration time = settings.find(KnownSettings.MEASUREMENT_TIME)
                .or(() -> declared)
                .orElse(duration(Defaults.MEASUREMENT_TIME));
        int batch = method.attribute(Measurement.class, Measurement::batchSize, n -> n != Measurement.BLANK_BATCHSIZE)
                .orElse(Defaults.MEASUREMENT_BATCHSIZE);
        return new IterationPlan(count, single ? Duration.ZERO : time, batch);
    }

    private Duration timeout() {
        return settings.find(KnownSettings.TIMEOUT)
                .or(() -> method.first(Timeout.class).map(timeout -> time(timeout.time(), timeout.timeUnit())))
                .orElse(duration(Defaults.TIMEOUT));
    }

    private List<String> forkArguments() {
        List<String> arguments = new ArrayList<>();
        for (Function<Fork, String[]> place :
                List.<Function<Fork, String[]>>of(Fork::jvmArgsPrepend, Fork::jvmArgs, Fork::jvmArgsAppend)) {
            method.attribute(Fork.class, place, declared -> !Arrays.equals(declared, new String[] {Fork.BLANK_ARGS}))
                    .ifPresent(declared -> arguments.addAll(Arrays.asList(declared)));
        }
        return arguments;
    }

    private static Duration time(int amount, TimeUnit unit) {
        return Duration.of(amount, unit.toChronoUnit());
    }

    private static Duration duration(TimeValue value) {
        return Duration.of(value.convertTo(TimeUnit.NANOSECONDS), ChronoUnit.NANOS);
    }
}
