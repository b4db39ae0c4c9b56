// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.FlightRecording;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerSupport.ProfilerRequest;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.Question.Workers;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.snippet.fork.HookedBenchmark;
import io.microbench.snippet.fork.SnippetBenchmark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnippetCaseTest {

    private static final Path FOLDER = Path.of("fork");
    private static final Question USUAL = Question.of(Snippet.of("1"));

    private static SnippetCase of(Question question) {
        return new SnippetCase(question, new Row(0, "1", Question.Variant.HERE), Map.of());
    }

    private static Question sampled(int samples, int millis, long loop, OptionalInt warmup, int forks) {
        return USUAL.with(new Sampling(
                samples,
                Duration.ofMillis(millis),
                loop,
                warmup,
                forks,
                OptionalDouble.empty(),
                Duration.ofMinutes(1)));
    }

    private static Question precise(double precision) {
        return USUAL.with(new Sampling(
                2,
                Duration.ofMillis(10),
                0,
                OptionalInt.empty(),
                2,
                OptionalDouble.of(precision),
                Duration.ofMinutes(1)));
    }

    private static CasePlan next(SnippetCase one) {
        return one.next(FOLDER).plan();
    }

    @ParameterizedTest
    @CsvSource({"5, 2, 3, 2, 2", "3, 3, 1, 1, 1", "2, 5, 1, 1, 1", "7, 1, 7, 7, 7", "4, 0, 4, 4, 4", "8, 3, 3, 3, 2"})
    void spreadsSamplesOverForks(int samples, int forks, int first, int second, int third) {
        SnippetCase one = of(sampled(samples, 200, 0, OptionalInt.empty(), forks));

        for (int share : List.of(first, second, third)) {
            assertThat(next(one).measurement()).isEqualTo(new IterationPlan(share, Duration.ofMillis(200), 1));
            one.add(MadeFork.samples(1e6));
        }
    }

    @ParameterizedTest
    @CsvSource({"500, 100", "100, 100", "20, 20"})
    void warmsUpWithFiveShortSamples(int sample, int warmup) {
        assertThat(next(of(sampled(3, sample, 0, OptionalInt.empty(), 1))).warmup())
                .isEqualTo(new IterationPlan(5, Duration.ofMillis(warmup), 1));
    }

    @Test
    void usesWholeSamplesForRequestedWarmUp() {
        assertThat(next(of(sampled(3, 500, 0, OptionalInt.of(2), 1))).warmup())
                .isEqualTo(new IterationPlan(2, Duration.ofMillis(500), 1));
    }

    @Test
    void warmsUpSlowCallOnce() {
        SnippetCase slow = of(USUAL);
        slow.add(MadeFork.samples(1.0));
        SnippetCase fast = of(USUAL);
        fast.add(MadeFork.samples(3.0));

        assertThat(next(slow).warmup().count()).isEqualTo(1);
        assertThat(next(fast).warmup().count()).isEqualTo(5);
    }

    @Test
    void timesFixedNumberOfCallsAsWhole() {
        CasePlan plan = next(of(sampled(6, 500, 1000, OptionalInt.empty(), 2)));

        assertThat(plan.mode()).isEqualTo(Mode.SINGLE_SHOT_TIME);
        assertThat(plan.warmup()).isEqualTo(new IterationPlan(2, Duration.ZERO, 1000));
        assertThat(plan.measurement()).isEqualTo(new IterationPlan(3, Duration.ZERO, 1000));
    }

    @Test
    void profilesAllSamplesInOneFork() {
        CasePlan plan = of(sampled(6, 500, 0, OptionalInt.empty(), 3).withProfilers(List.of("gc")))
                .profiled(FOLDER, new ProfilerPlan(new ProfilerRequest("jfr", ""), Optional.empty()), Path.of("a"))
                .plan();

        assertThat(plan.forks()).isEqualTo(1);
        assertThat(plan.measurement().count()).isEqualTo(6);
        assertThat(plan.jvmArgs()).startsWith("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");
        assertThat(plan.profilers())
                .containsExactly(
                        FlightRecording.class.getName() + ":" + Path.of("a.jfr").toAbsolutePath());
    }

    @Test
    void omitsAllocationWithHooks() {
        Question question =
                Question.of(Snippet.of("1").before("2"), Snippet.of("1")).withProfilers(List.of("gc", "stack"));
        PlannedCase hooked = of(question).next(FOLDER);
        PlannedCase plain = new SnippetCase(question, new Row(1, "1", Question.Variant.HERE), Map.of()).next(FOLDER);

        assertThat(hooked.plan().profilers()).containsExactly("stack");
        assertThat(plain.plan().profilers()).containsExactly("gc", "stack");
        assertThat(hooked.benchmarkClass()).isEqualTo(HookedBenchmark.class);
        assertThat(plain.benchmarkClass()).isEqualTo(SnippetBenchmark.class);
    }

    @Test
    void computesAllocationFromForks() {
        SnippetCase one = of(USUAL);
        SnippetCase loop = of(sampled(3, 500, 1000, OptionalInt.empty(), 1));
        for (double bytes : List.of(16.0, 24.0)) {
            ForkResult fork = MadeFork.samples(1e6).toBuilder()
                    .secondary(Map.of(Metric.ALLOCATION, new Metric(bytes, Double.NaN, "B/op")))
                    .build();
            one.add(fork);
            loop.add(fork);
        }

        assertThat(one.result().allocation()).hasValue(20);
        assertThat(one.result().result().secondary().get(Metric.ALLOCATION))
                .extracting(Metric::score)
                .isEqualTo(20.0);
        assertThat(loop.result().allocation()).isEmpty();
        assertThat(loop.result().result().secondary()).isEmpty();
    }

    @Test
    void appendsUserArguments() {
        assertThat(next(of(USUAL.withJvmArgs(List.of("-Xmx1g")))).jvmArgs())
                .containsExactly("-Djmh.shutdownTimeout=1", "-Xmx1g", "-Dmicrobench.fork.snippet=fork");
    }

    @Test
    void appendsVariantArguments() {
        Variant other = new Variant("zgc", Optional.of(Path.of("jdk", "bin", "java")), 25, List.of("-XX:+UseZGC"));
        Question question = USUAL.withJvmArgs(List.of("-Xmx1g")).withVariants(List.of(other));
        SnippetCase one = new SnippetCase(question, Row.of(question).get(0), Map.of());

        assertThat(one.name()).isEqualTo("1 @ zgc");
        assertThat(next(one).jvm()).contains(Path.of("jdk", "bin", "java").toString());
        assertThat(next(one).jvmArgs())
                .containsExactly("-Djmh.shutdownTimeout=1", "-Xmx1g", "-XX:+UseZGC", "-Dmicrobench.fork.snippet=fork");
        assertThat(one.result().result().id().text()).isEqualTo("snippet.1 @ zgc:threads=1");
        assertThat(one.result().result().plan().jvm())
                .contains(Path.of("jdk", "bin", "java").toString());
        assertThat(one.result().result().plan().jvmArgs()).containsExactly("-Xmx1g", "-XX:+UseZGC");
    }

    @Test
    void passesArchivePreviewAndVirtualThreads() {
        Question question = new Question(
                USUAL.snippets(),
                List.of(),
                List.of(),
                Map.of(),
                Sampling.DEFAULT,
                Workers.of(1),
                true,
                USUAL.order(),
                0,
                USUAL.timeout(),
                List.of(),
                true,
                USUAL.check(),
                List.of(),
                Optional.of(Path.of("forks.jsa")),
                Optional.empty(),
                List.of());

        assertThat(next(of(question)).jvmArgs())
                .contains("-XX:SharedArchiveFile=forks.jsa", "--enable-preview", "-Djmh.executor=VIRTUAL");
        assertThat(of(question).recorded(next(of(question)).jvmArgs()))
                .as("the archive and the folder of a fork are not recorded")
                .containsExactly("--enable-preview", "-Djmh.executor=VIRTUAL", "-Djmh.shutdownTimeout=1");
        Question elsewhere =
                question.withVariants(List.of(new Variant("", Optional.of(Path.of("java")), 25, List.of())));
        assertThat(next(new SnippetCase(elsewhere, Row.of(elsewhere).get(0), Map.of()))
                        .jvmArgs())
                .doesNotContain("-XX:SharedArchiveFile=forks.jsa");
    }

    @Test
    void derivesStatusFromForks() {
        SnippetCase one = of(USUAL);
        assertThat(one.result().result().status()).isEqualTo(Status.PLANNED);

        one.add(MadeFork.samples(Double.NaN));
        assertThat(one.result().result().status()).isEqualTo(Status.DONE);
        assertThat(one.result().result().score()).isEmpty();

        one.add(MadeFork.samples(1e6));
        assertThat(one.result().result().score()).hasValueSatisfying(score -> {
            assertThat(score.score()).isEqualTo(1e6);
            assertThat(score.unit()).isEqualTo("ops/s");
        });
        assertThat(one.failure()).isEmpty();

        one.add(MadeFork.failed("boom"));
        assertThat(one.result().result().status()).isEqualTo(Status.FAILED);
        assertThat(one.result().result().reason()).isEqualTo("boom");
        assertThat(one.failure()).map(Failure::message).contains("boom");
        assertThat(one.forks()).isEqualTo(3);
    }

    @Test
    void computesTimePerWorkerAndTotalRate() {
        SnippetCase alone = of(USUAL);
        SnippetCase four = of(USUAL.withWorkers(4));

        assertThat(alone.nanos(2e6)).isEqualTo(500);
        assertThat(four.nanos(2e6)).isEqualTo(2000);
        assertThat(four.rate(2e6)).isEqualTo(2e6);
    }

    @Test
    void reachesPrecisionOnceForksAgree() {
        assertThat(of(USUAL).isPrecise()).isTrue();
        SnippetCase one = of(precise(0.2));

        one.add(MadeFork.samples(1000));
        assertThat(one.isPrecise()).as("one fork has no interval").isFalse();
        one.add(MadeFork.samples(1300));
        assertThat(one.isPrecise()).as("two forks that differ").isFalse();
        List.of(1001.0, 1002.0, 1003.0, 1001.0, 1002.0, 1003.0, 1000.0).forEach(s -> one.add(MadeFork.samples(s)));
        assertThat(one.isPrecise()).isTrue();
    }

    @Test
    void distinguishesCasesByInputs() {
        assertThat(new SnippetCase(USUAL, new Row(0, "f(n)", Question.Variant.HERE), Map.of("n", "10")).label())
                .isEqualTo("f(n) {n=10}");
        assertThat(of(USUAL).label()).isEqualTo("1");
    }

    @Test
    void timesSingleCallsInOneLongFork() {
        SnippetCase rung = new SnippetCase(USUAL.withWorkers(1, 4), new Row(0, "1", Question.Variant.HERE), Map.of())
                .withWorkers(4);
        SnippetCase latency = rung.ofLatency();
        PlannedCase planned = latency.next(FOLDER);

        assertThat(latency.leastForks()).isEqualTo(1);
        assertThat(planned.plan().mode()).isEqualTo(Mode.SAMPLE_TIME);
        assertThat(planned.plan().timeUnit()).isEqualTo("NANOSECONDS");
        assertThat(planned.plan().threads()).isEqualTo(4);
        assertThat(planned.plan().measurement()).isEqualTo(new IterationPlan(1, Duration.ofMillis(3 * 500), 1));
        assertThat(planned.id().mode()).contains("sample");
        assertThat(latency.isLatencyOf(rung)).isTrue();
        assertThat(latency.isLatencyOf(rung.withWorkers(1))).isFalse();
        assertThat(rung.label()).isEqualTo("1 with 4 workers");
    }
}
