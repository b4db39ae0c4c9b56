// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.stopping.StopRule;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * One case of a plan: its identity and how it will be measured.
 *
 * @param id the case
 * @param benchmarkClass the class that holds (or inherits) the method, not initialised
 * @param plan how it will be measured
 * @param options what the class changes in the JMH options of the case
 * @param switchedOff the reason why the case will not run, from an annotation or a condition
 * @param fixtureWarmup how its fixture is warmed up; empty if it has none, or one that needs no warm-up
 * @param shuffled whether the rungs of its ladder are measured in a random order, so that drift is not mistaken for an effect of the
 *     threads
 * @param variant its variant, the JVM and arguments that it is measured with; empty if no variants are requested
 */
public record PlannedCase(
        CaseId id,
        Class<?> benchmarkClass,
        CasePlan plan,
        UnaryOperator<ChainedOptionsBuilder> options,
        Optional<String> switchedOff,
        Optional<FixtureWarmup> fixtureWarmup,
        boolean shuffled,
        Optional<JvmVariant> variant) {

    /**
     * System properties that set {@link #FORK_START} and others in milliseconds, for a suite whose set-up is known to
     * be long.
     */
    public static final String FORK_MILLIS = "io.microbench.start.fork";

    public static final String FIXTURE_FORK_MILLIS = "io.microbench.start.fixtureFork";
    public static final String FIXTURE_MILLIS = "io.microbench.start.fixture";

    /** Time a fork takes in addition to its iterations: starting the JVM, the link to the host, set-up and tear-down. */
    public static final Duration FORK_START = Duration.ofMillis(Long.getLong(FORK_MILLIS, 500));

    /** The same time for a fork with a fixture. */
    private static final Duration FIXTURE_FORK_START = Duration.ofMillis(Long.getLong(FIXTURE_FORK_MILLIS, 500));

    /** Estimated time of a fork's iterations under a stop rule, used until the first fork has run. */
    private static final Duration ADAPTIVE_FORK = Duration.ofSeconds(5);

    /** Assumed length, in seconds, of a fork whose stop rule sets no maximum. */
    private static final double USUAL_FORK = 10;

    /** Plans a case that will run, without additional JMH options. */
    public PlannedCase(CaseId id, Class<?> benchmarkClass, CasePlan plan) {
        this(
                id,
                benchmarkClass,
                plan,
                UnaryOperator.identity(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty());
    }

    public boolean isChosenBy(CaseFilter filter) {
        return filter.matches(benchmarkClass.getPackageName(), id, plan.mode());
    }

    public PlannedCase with(CasePlan other) {
        return with(other, options);
    }

    PlannedCase with(CasePlan other, UnaryOperator<ChainedOptionsBuilder> changed) {
        return new PlannedCase(id, benchmarkClass, other, changed, switchedOff, fixtureWarmup, shuffled, variant);
    }

    /** Returns a fork of this case that is measured in another way, and has no fixture to warm up. */
    PlannedCase with(CaseId other, CasePlan changedPlan, UnaryOperator<ChainedOptionsBuilder> changed) {
        return new PlannedCase(
                other, benchmarkClass, changedPlan, changed, switchedOff, Optional.empty(), shuffled, variant);
    }

    /**
     * Returns this case as it is measured by one fork of a fixed length, as profilers need it: recording begins after
     * the warm-up, and ends with the last iteration. If forks end by a stop rule, it is as long as the longest possible
     * one, half of it warm-up.
     *
     * @param iterations their number in a fork; used in single-shot mode, where iterations have no length
     */
    public PlannedCase longestFork(int iterations) {
        CasePlan.Builder single = plan.toBuilder().forks(1).warmupForks(0);
        if (plan.adaptive().isEmpty()) {
            return with(single.build());
        }
        Duration length = plan.measurement().time();
        double seconds = StopRule.of(plan.adaptive().get().rule()).longestFork().orElse(USUAL_FORK);
        long all = length.isZero() ? iterations : (long) Math.ceil(seconds * 1e9 / length.toNanos());
        int half = (int) Math.max(1, Math.min(Integer.MAX_VALUE, (all + 1) / 2));
        return fixed(id, single, half, half, length);
    }

    /**
     * Returns a fork of this case with iterations of a given length, regardless of what its class specifies; 0 is the length for a single
     * shot.
     */
    PlannedCase fixed(CaseId other, CasePlan.Builder builder, int warmup, int measured, Duration length) {
        builder.adaptive(Optional.empty())
                .warmup(new IterationPlan(warmup, length, plan.warmup().batchSize()))
                .measurement(
                        new IterationPlan(measured, length, plan.measurement().batchSize()));
        return with(other, builder.build(), given -> {
            ChainedOptionsBuilder changed =
                    options.apply(given).warmupIterations(warmup).measurementIterations(measured);
            return length.isZero()
                    ? changed
                    : changed.warmupTime(RequestedOptions.time(length)).measurementTime(RequestedOptions.time(length));
        });
    }

    PlannedCase in(JvmVariant other, CaseId named, CasePlan variantPlan) {
        return new PlannedCase(
                named, benchmarkClass, variantPlan, options, switchedOff, fixtureWarmup, shuffled, Optional.of(other));
    }

    /** Returns the id without the name of its variant; it is the same for all variants. */
    public CaseId inEveryVariant() {
        if (variant.filter(JvmVariant::isNamed).isEmpty()) {
            return id;
        }
        SortedMap<String, String> parameters = new TreeMap<>(id.parameters());
        parameters.remove(JvmVariant.PARAMETER);
        return new CaseId(id.className(), id.method(), parameters, id.threads(), id.mode());
    }

    public Optional<BenchmarkMethod> method() {
        return BenchmarkClass.of(benchmarkClass).method(id.method());
    }

    /** Returns the values of its {@code @Param} fields, without the name of its variant. */
    public SortedMap<String, String> parameters() {
        return inEveryVariant().parameters();
    }

    /** Returns the JVM arguments of its forks without the arguments of its variant. */
    public List<String> argumentsInEveryVariant() {
        List<String> all = plan.jvmArgs();
        int own = variant.map(jvm -> jvm.arguments().size()).orElse(0);
        return all.subList(0, Math.max(0, all.size() - own));
    }

    /** Returns the fork that warms up the fixture of this case, as a case; empty if there is none. */
    public Optional<PlannedCase> warmup() {
        return fixtureWarmup.map(warmup -> warmup.fork(this));
    }

    public PlannedCase switchedOff(String reason) {
        return new PlannedCase(
                id, benchmarkClass, plan, options, Optional.of(reason), fixtureWarmup, shuffled, variant);
    }

    /** Returns the number of JVMs that will be started for it; the smallest number if that depends on their results. */
    public int forks() {
        if (switchedOff.isPresent()) {
            return 0;
        }
        return plan.adaptive().isPresent()
                ? plan.adaptive().get().smallestForks()
                : plan.forks() + (plan.inProcess() ? 0 : plan.warmupForks());
    }

    public Duration cost() {
        if (switchedOff.isPresent()) {
            return Duration.ZERO;
        }
        if (plan.adaptive().isPresent()) {
            return ADAPTIVE_FORK.plus(forkStart()).multipliedBy(forks());
        }
        Duration fork = plan.warmup().total().plus(plan.measurement().total());
        return plan.inProcess() ? fork : fork.plus(forkStart()).multipliedBy(forks());
    }

    private Duration forkStart() {
        return method().flatMap(BenchmarkMethod::fixture).isPresent() ? FIXTURE_FORK_START : FORK_START;
    }

    static int forks(Collection<PlannedCase> cases) {
        return cases.stream().mapToInt(PlannedCase::forks).sum();
    }

    static Duration cost(Collection<PlannedCase> cases) {
        return cases.stream().map(PlannedCase::cost).reduce(Duration.ZERO, Duration::plus);
    }
}
