// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.LadderFixtures;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Metric;
import io.microbench.result.RunReader;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Curves;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real forks of benchmarks with unusual start, end or measurement. */
@Tag("processes")
class OddForksForkTest {

    @TempDir
    Path output;

    private String console = "";

    private CaseOutcome run(PlannedCase planned) {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(output, planned))) {
            CaseOutcome outcome = run.run(planned);
            assertThat(run.finish().cases()).containsExactly(outcome.result());
            assertThat(RunReader.read(run.folder()).cases()).containsExactly(outcome.result());
            return outcome;
        } finally {
            System.setOut(before);
            console = printed.toString(StandardCharsets.UTF_8);
        }
    }

    private CaseResult completed(PlannedCase planned) {
        CaseOutcome outcome = run(planned);
        assertThat(outcome).as(console).isInstanceOf(CaseOutcome.Completed.class);
        return outcome.result();
    }

    private Failure failed(PlannedCase planned) {
        CaseOutcome outcome = run(planned);
        assertThat(outcome).as(console).isInstanceOf(CaseOutcome.Failed.class);
        return ((CaseOutcome.Failed) outcome).failure();
    }

    /** The failure report has all lines; the console has only the line with the reason. */
    @Test
    void reportsForkThatCannotStartOnce() {
        CaseOutcome outcome = run(TestPlans.of(OddFixture.class, "failingSetup")
                .jvmArgs("-XX:NoSuchFlag")
                .planned());

        assertThat(outcome).isInstanceOf(CaseOutcome.Failed.class);
        assertThat(((CaseOutcome.Failed) outcome).message())
                .contains("  Error: Could not create the Java Virtual Machine.");
        assertThat(console)
                .containsOnlyOnce(": The fork did not start: Unrecognized VM option 'NoSuchFlag'")
                .containsOnlyOnce("Unrecognized VM option")
                .doesNotContain("Could not create the Java Virtual Machine", "forked VM failed");
    }

    @Test
    void failsCaseIfSetUpThrows() {
        Failure failure = failed(TestPlans.of(OddFixture.class, "failingSetup")
                .jvmArgs("-Xmx128m")
                .planned());

        assertThat(failure.kind()).isEqualTo(Failure.Kind.THREW);
        assertThat(failure.message()).isEqualTo("java.io.FileNotFoundException: no data.bin");
        assertThat(failure.stackTrace()).contains("OddFixture$FailingSetup.setUp");
        assertThat(failure.command())
                .hasSize(2)
                .endsWith("-Xmx128m")
                .first()
                .asString()
                .endsWith("java");
    }

    @Test
    void failsCaseIfTearDownThrows() {
        Failure failure = failed(TestPlans.tiny(OddFixture.class, "failingTearDown", 1));

        assertThat(failure.kind()).isEqualTo(Failure.Kind.THREW);
        assertThat(failure.message()).isEqualTo("java.lang.IllegalStateException: cannot clean up");
    }

    /** The results are complete; JMH reports that the JVM does not end and waits, but this is not a failure. */
    @Test
    void acceptsThreadLeftBehind() {
        CaseResult result = completed(TestPlans.of(OddFixture.class, "leavingAThread")
                .jvmArgs("-Djmh.shutdownTimeout=2", "-Djmh.shutdownTimeout.step=3")
                .planned());

        assertThat(result.forks().get(0).iterations()).hasSize(3);
        assertThat(console).contains("stray running threads", "left-behind");
    }

    /**
     * JMH times the first call of each of two threads, even if one gets no processor again before the iteration ends.
     */
    @Test
    void keepsPercentilesOfEveryIterationInSampleMode() {
        CaseResult result = completed(TestPlans.of(FailingFixture.class, "works")
                .mode("sample")
                .threads(2)
                .planned());

        assertThat(result.forks().get(0).iterations()).hasSize(3).allSatisfy(iteration -> {
            assertThat(iteration.samples()).isGreaterThan(1);
            assertThat(iteration.percentiles()).containsKeys("50.0", "99.0", "99.9", "100.0");
        });
        assertThat(result.score().orElseThrow().unit()).isEqualTo("ms/op");
    }

    /** {@link Curves} relies on the labels of JMH's percentiles over all forks; times are in milliseconds here. */
    @Test
    void reportsRateAndLatencyOfRungInSampleMode() {
        CaseResult result = completed(
                TestPlans.of(FailingFixture.class, "works").mode("sample").planned());

        Rung rung = Curves.rung(result, 0.99).orElseThrow();
        assertThat(rung.latency()).containsOnlyKeys(50.0, 90.0, 99.0, 99.9, 100.0);
        assertThat(List.copyOf(rung.latency().values())).isSorted();
        assertThat(result.secondary()).containsKey("p0.999");
        assertThat(rung.latency())
                .containsEntry(
                        99.9,
                        Objects.requireNonNull(result.secondary().get("p0.999")).score() * 1e6);
    }

    @Test
    void needsNoTimeInSingleShotMode() {
        CaseResult result = completed(TestPlans.of(FailingFixture.class, "works")
                .mode("ss")
                .time(Duration.ZERO)
                .planned());

        assertThat(result.forks().get(0).iterations())
                .extracting(IterationResult::phase)
                .containsExactly(Phase.WARMUP, Phase.MEASUREMENT, Phase.MEASUREMENT);
        assertThat(result.forks().get(0).measuredScores()).hasSize(2).doesNotContain(0);
        assertThat(result.score().orElseThrow().unit()).isEqualTo("ms/op");
    }

    @Test
    void keepsScoresOfGroupMethods() {
        CaseResult result = completed(
                TestPlans.of(OddFixture.class, "readAndWrite").threads(3).planned());

        assertThat(result.secondary()).containsKeys("read", "write");
        assertThat(result.forks().get(0).iterations())
                .allSatisfy(iteration -> assertThat(iteration.secondary()).containsKeys("read", "write"));
        double both = Stream.of("read", "write")
                .flatMap(name -> Optional.ofNullable(result.secondary().get(name)).stream())
                .mapToDouble(Metric::score)
                .sum();
        assertThat(both).isCloseTo(result.score().orElseThrow().score(), Percentage.withPercentage(0.1));
    }

    /** JMH counts the threads of all methods of a group, and divides the threads of a rung in the same ratio. */
    @Test
    void keepsRatioOfGroupWithMoreThreads() {
        CaseResult result = completed(
                TestPlans.of(LadderFixtures.Lopsided.class, "table").threads(8).planned());

        assertThat(result.secondary()).containsKeys("read", "write");
        assertThat(console).contains("readers=6, writers=2");
    }

    @Test
    void discardsWarmUpForks() {
        CaseResult result = completed(
                TestPlans.of(FailingFixture.class, "works").warmupForks(1).planned());

        assertThat(result.forks()).extracting(ForkResult::number).containsExactly(1);
        assertThat(console).contains("# Warmup Fork: 1 of 1", "# Fork: 1 of 1");
    }

    @Test
    void reportsFailureOfWarmUpFork() {
        PlannedCase planned =
                TestPlans.of(FailingFixture.class, "throwing").warmupForks(1).planned();
        CaseOutcome outcome = run(planned);

        assertThat(outcome.result().status()).isEqualTo(CaseResult.Status.FAILED);
        assertThat(outcome.result().forks()).singleElement().satisfies(fork -> assertThat(
                        fork.failure().orElseThrow().stackTrace())
                .contains("FailingFixture.throwing"));
    }

    @Test
    void runsAndLabelsCaseInsideHost() {
        PlannedCase planned = TestPlans.tiny(FailingFixture.class, "works", 0);
        CaseResult result = completed(planned);

        assertThat(result.plan().inProcess()).isTrue();
        assertThat(result.forks()).singleElement().satisfies(fork -> {
            assertThat(fork.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(fork.blackholeMode()).isEqualTo("full (inside the host)");
            assertThat(fork.iterations()).hasSize(3);
        });
        assertThat(console).contains("NOT COMPARABLE", "WARNING: forks=0: ");
    }

    @Test
    void reportsFailureInsideHostWithoutFork() {
        Failure failure = failed(TestPlans.tiny(FailingFixture.class, "throwing", 0));

        assertThat(failure.kind()).isEqualTo(Failure.Kind.THREW);
        assertThat(failure.message()).isEqualTo("java.lang.IllegalStateException: boom at call 0");
        assertThat(failure.command()).isEmpty();
    }

    /** JMH interrupts the benchmark in this mode, so it ends: the fork is not killed, but this is a timeout. */
    @Test
    void reportsInterruptedSleepAsTimeout() {
        Failure failure = failed(TestPlans.of(EndlessFixture.class, "sleeping")
                .mode("ss")
                .timeout(Duration.ofSeconds(5))
                .planned());

        assertThat(failure.kind()).isEqualTo(Failure.Kind.TIMED_OUT);
        assertThat(failure.message()).contains("time-out of 5 s", "InterruptedException");
    }

    @Test
    void reportsForkWithoutResultAsIncomplete() {
        Failure failure = failed(TestPlans.tiny(FailingFixture.class, "haltingQuietlyAtOnce", 1));

        assertThat(failure.kind()).isEqualTo(Failure.Kind.INCOMPLETE);
        assertThat(failure.message()).contains("0 of 2 measured iterations");
    }
}
