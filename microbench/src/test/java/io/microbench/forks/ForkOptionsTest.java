// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.fork.AllocationProfiler;
import io.microbench.fork.ForkMark;
import io.microbench.fork.ForkMeter;
import io.microbench.fork.ForkProbe;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.TimeValue;

class ForkOptionsTest {

    private static final CaseId ID =
            new CaseId("a.Sums", "run", new TreeMap<>(Map.of("size", "8")), 2, Optional.empty());

    private static CasePlan.Builder plan() {
        return CasePlan.builder(Mode.of("avgt"))
                .timeUnit("NANOSECONDS")
                .threads(2)
                .forks(5)
                .warmupForks(1)
                .warmup(new IterationPlan(3, Duration.ofMillis(50), 1))
                .measurement(new IterationPlan(4, Duration.ofSeconds(2), 1))
                .timeout(Duration.ofMinutes(1))
                .jvmArgs(List.of("-Xmx64m"))
                .profilers(List.of("gc"));
    }

    private static Options of(CasePlan plan, UnaryOperator<ChainedOptionsBuilder> requested, String... prefix) {
        PlannedCase planned = new PlannedCase(
                ID,
                ForkOptionsTest.class,
                plan,
                requested,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty());
        return ForkOptions.of(planned, new String[] {"-Down=1"}, List.of(prefix));
    }

    private static Options of(CasePlan plan) {
        return of(plan, UnaryOperator.identity());
    }

    @Test
    void runsOneForkOfOneCaseForAnyPlan() {
        Options options = of(plan().build());

        assertThat(options.getForkCount().get()).isEqualTo(1);
        assertThat(options.getWarmupForkCount().get()).isZero();
        assertThat(options.getThreads().get()).isEqualTo(2);
        assertThat(options.getBenchModes()).containsExactly(org.openjdk.jmh.annotations.Mode.AverageTime);
        assertThat(options.getParameter("size").get()).containsExactly("8");
        assertThat(options.shouldFailOnError().get()).isTrue();
    }

    @Test
    void selectsBenchmarkByQualifiedName() {
        Pattern include = Pattern.compile(of(plan().build()).getIncludes().get(0));

        assertThat(include.matcher("a.Sums.run").find()).isTrue();
        assertThat(include.matcher("a.Sums.runs").find()).isFalse();
        assertThat(include.matcher("b.a.Sums.run").find()).isFalse();
        assertThat(include.matcher("aXSums.run").find())
                .as("the dot is literal")
                .isFalse();
    }

    @Test
    void passesFixedPlan() {
        Options options = of(plan().build());

        assertThat(options.getWarmupIterations().get()).isEqualTo(3);
        assertThat(options.getWarmupTime().get()).isEqualTo(TimeValue.milliseconds(50));
        assertThat(options.getMeasurementIterations().get()).isEqualTo(4);
        assertThat(options.getMeasurementTime().get()).isEqualTo(TimeValue.seconds(2));
        assertThat(options.getTimeout().get()).isEqualTo(TimeValue.minutes(1));
    }

    @Test
    void measuresAllIterationsOfForkThatEndsItself() {
        Options options = of(plan().build()
                .withAdaptive(new AdaptivePlan(Optional.of(0.02), 3, 10, "rule", 0.05), Duration.ofMillis(100)));

        assertThat(options.getWarmupIterations().get()).isZero();
        assertThat(options.getMeasurementIterations().get()).isEqualTo(1_000_000);
    }

    @Test
    void putsArgumentsOfHarnessBeforeThoseOfCase() {
        Options options = of(plan().build());

        assertThat(options.getJvmArgsPrepend().get()).containsExactly("-Down=1");
        assertThat(options.getJvmArgs().get()).containsExactly("-Xmx64m");
        assertThat(options.getJvmArgsAppend().get())
                .as("no arguments of an annotation")
                .isEmpty();
        assertThat(options.getJvm().hasValue()).isFalse();
    }

    @Test
    void startsJvmOfPlan() {
        assertThat(of(plan().jvm(Optional.of("/opt/jdk/bin/java")).build())
                        .getJvm()
                        .get())
                .isEqualTo("/opt/jdk/bin/java");
    }

    @Test
    void usesNoForkInsideHost() {
        assertThat(of(plan().forks(0).build()).getForkCount().get()).isZero();
    }

    @Test
    void addsProfilersOfHarnessToThoseOfPlan() {
        assertThat(of(plan().profilers(List.of("stack:lines=3", "gc")).build()).getProfilers())
                .extracting(ProfilerConfig::getKlass, ProfilerConfig::getOpts)
                .contains(
                        tuple(ForkProbe.class.getName(), ""),
                        tuple(ForkMeter.class.getName(), ""),
                        tuple("stack", "lines=3"),
                        tuple(AllocationProfiler.class.getName(), ""))
                .hasSize(4);
    }

    @Test
    void passesCommandPrefixToItsProfiler() {
        assertThat(of(plan().build(), UnaryOperator.identity(), "taskset", "-c", "3")
                        .getProfilers())
                .extracting(ProfilerConfig::getKlass, ProfilerConfig::getOpts)
                .contains(tuple(ForkMark.class.getName(), "taskset -c 3"));
    }

    /** Ignores options of the class that could split one case into several. */
    @Test
    void ignoresOptionsOfClassThatWouldSplitCase() {
        Options options = of(plan().build(), requested -> requested
                .include("b.Other")
                .mode(org.openjdk.jmh.annotations.Mode.SampleTime)
                .param("size", "16")
                .forks(7)
                .threads(9)
                .addProfiler("stack")
                .warmupBatchSize(6)
                .syncIterations(false)
                .measurementIterations(11));

        assertThat(options.getIncludes()).containsExactly("^\\Qa.Sums.run\\E$");
        assertThat(options.getBenchModes()).containsExactly(org.openjdk.jmh.annotations.Mode.AverageTime);
        assertThat(options.getParameter("size").get()).containsExactly("8");
        assertThat(options.getForkCount().get()).isEqualTo(1);
        assertThat(options.getThreads().get()).isEqualTo(2);
        assertThat(options.getProfilers()).hasSize(3);
        assertThat(options.getWarmupBatchSize().get()).isEqualTo(6);
        assertThat(options.shouldSyncIterations().get()).isFalse();
        assertThat(options.getMeasurementIterations().get()).isEqualTo(11);
    }
}
