// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.ForkWatch.Kill;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ForkReaper;
import io.microbench.process.OutputTail;
import io.microbench.process.ProcessTree;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.Failure;
import io.microbench.run.JmhFixtures;
import io.microbench.run.TestClock;
import io.microbench.run.TestPlans;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.RunnerException;

class FailureCauseTest {

    private static final PlannedCase PLANNED = TestPlans.of(FailureCauseTest.class, "run")
            .timeout(Duration.ofMinutes(1))
            .jvmArgs("-Xmx64m")
            .planned();

    private final TestClock clock = new TestClock();
    private final SilenceLimit silence = new SilenceLimit(clock, Duration.ofMinutes(1));
    private final OutputTail tail = new OutputTail();
    private final BenchmarkParams params = JmhFixtures.params();
    private final ForkOutput output = new ForkOutput(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            tail,
            silence,
            Clock.systemUTC(),
            new Progress(clock, Duration.ofSeconds(1)),
            Optional.empty(),
            false);

    private static PlannedCase adaptive() {
        return PLANNED.with(PLANNED.plan()
                .withAdaptive(new AdaptivePlan(Optional.empty(), 3, 5, "rule", 0.05), Duration.ofMillis(100)));
    }

    private FailureCause cause(PlannedCase planned) {
        return new FailureCause(planned, output, tail);
    }

    private Failure killed(Kill kill) {
        try (ForkWatch watch = new ForkWatch(
                Optional.of(Optional::empty), new ProcessTree(), silence, ForkReaper.none(), ForkRun.Outside.NOTHING)) {
            watch.kill(kill);
            return cause(PLANNED).of(new RunnerException("the link is broken"), watch, silence, true);
        }
    }

    private void measured(int iterations) {
        output.startBenchmark(params);
        for (int i = 1; i <= iterations; i++) {
            output.iteration(params, JmhFixtures.MEASUREMENT, i);
            output.iterationResult(
                    params, JmhFixtures.MEASUREMENT, i, JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 10));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "STOPPED     | STOPPED     | The run was stopped; the fork was killed.",
                "OUT_OF_TIME | OUT_OF_TIME | Set a larger one, such as -Dmicrobench.budget=10m.",
                "OUTPUT_HELD | INCOMPLETE  | End it manually, and let the benchmark end its processes in a @TearDown method.",
                "TIMED_OUT   | TIMED_OUT   | Set a longer time-out with -Dmicrobench.timeout=30m or @Timeout."
            })
    void prefersReasonOfKillToExceptionOfJmh(Kill kill, Failure.Kind kind, String end) {
        Failure failure = killed(kill);

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.message()).endsWith(end).doesNotContain("the link is broken");
    }

    @Test
    void reportsOutOfMemoryInsteadOfTimeoutForHungFork() {
        output.println("java.lang.OutOfMemoryError: Java heap space");
        output.release();

        assertThat(killed(Kill.TIMED_OUT))
                .extracting(Failure::kind, Failure::message)
                .containsExactly(
                        Failure.Kind.OUT_OF_MEMORY,
                        "java.lang.OutOfMemoryError: Java heap space; the fork hung and was killed.");
        assertThat(killed(Kill.STOPPED).kind()).as("the user stopped it").isEqualTo(Failure.Kind.STOPPED);
    }

    @Test
    void namesTimeLimitOfTimedOutFork() {
        silence.busyFor(Duration.ofSeconds(2));

        assertThat(killed(Kill.TIMED_OUT).message())
                .startsWith(
                        "No iteration ended for more than 1 min 2 s (iteration and time-out); the fork was killed.");
    }

    @Test
    void explainsExceptionWithoutKill() {
        try (ForkWatch watch = new ForkWatch(
                Optional.empty(), new ProcessTree(), silence, ForkReaper.none(), ForkRun.Outside.NOTHING)) {
            Failure failure = cause(PLANNED).of(new RunnerException("No benchmarks to run"), watch, silence, false);

            assertThat(failure.kind()).isEqualTo(Failure.Kind.THREW);
            assertThat(failure.message()).contains("No benchmarks to run");
            assertThat(failure.command()).hasSize(2).endsWith("-Xmx64m");
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "3"})
    void requiresPlannedNumberOfIterations(int delivered) {
        measured(delivered);

        assertThat(cause(PLANNED).atItsEnd().map(Failure::message))
                .contains("The fork delivered " + delivered + " of 2 measured iterations");
    }

    @Test
    void acceptsForkThatDeliveredAllIterations() {
        measured(2);

        assertThat(cause(PLANNED).atItsEnd()).isEmpty();
    }

    @Test
    void explainsForkThatEndedBeforeItsStopRule() {
        measured(2);

        assertThat(cause(adaptive()).atItsEnd()).hasValueSatisfying(failure -> {
            assertThat(failure.kind()).isEqualTo(Failure.Kind.INCOMPLETE);
            assertThat(failure.message())
                    .isEqualTo("The fork ended after 2 iterations, before its stop rule had decided");
        });
    }
}
