// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.process.OutputTail;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.run.PlanRun.CaseOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs real forks, each with a few milliseconds of measurement. */
class BenchmarkRunForkTest {

    @TempDir
    Path output;

    private List<CaseOutcome> run(PlannedCase... cases) {
        List<CaseOutcome> outcomes = new ArrayList<>();
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(output, cases))) {
            for (PlannedCase planned : cases) {
                outcomes.add(run.run(planned));
            }
            RunRecord finished = run.finish();
            assertThat(RunReader.read(run.folder())).isEqualTo(finished);
        }
        return outcomes;
    }

    private static Failure failure(CaseOutcome outcome) {
        assertThat(outcome).isInstanceOf(CaseOutcome.Failed.class);
        return ((CaseOutcome.Failed) outcome).failure();
    }

    @Test
    void keepsEveryIterationOfEveryFork() {
        CaseOutcome outcome =
                run(TestPlans.tiny(FailingFixture.class, "works", 2)).get(0);

        CaseResult result = outcome.result();
        assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(result.score().orElseThrow().unit()).isEqualTo("ops/ms");
        assertThat(result.secondary()).containsKey("gc.alloc.rate.norm");
        assertThat(result.forks()).hasSize(2);
        for (ForkResult fork : result.forks()) {
            assertThat(fork.iterations())
                    .extracting(i -> i.phase())
                    .containsExactly(Phase.WARMUP, Phase.MEASUREMENT, Phase.MEASUREMENT);
            assertThat(fork.pid()).isPositive();
            assertThat(fork.echo()).containsEntry("jvm.assertions", "off");
            assertThat(fork.blackholeMode()).isNotEqualTo("N/A");
        }
        assertThat(result.forks().get(0).pid())
                .isNotEqualTo(result.forks().get(1).pid());
    }

    @Test
    void measuresOtherCasesAfterFailure() {
        List<CaseOutcome> outcomes = run(
                TestPlans.tiny(FailingFixture.class, "throwing", 2),
                TestPlans.tiny(FailingFixture.class, "throwingUnserializable", 1),
                TestPlans.tiny(FailingFixture.class, "outOfMemory", 1, "-Xmx64m"),
                TestPlans.tiny(FailingFixture.class, "exiting", 1),
                TestPlans.tiny(FailingFixture.class, "halting", 1),
                TestPlans.tiny(FailingFixture.class, "haltingQuietlyLater", 1),
                TestPlans.tiny(FailingFixture.class, "works", 1, "-XX:+NoSuchFlag"),
                TestPlans.tiny(FailingFixture.class, "chatty", 1),
                TestPlans.tiny(FailingFixture.class, "works", 1));

        assertThat(outcomes.subList(0, 8))
                .extracting(o -> failure(o).kind())
                .containsExactly(
                        Failure.Kind.THREW,
                        Failure.Kind.THREW,
                        Failure.Kind.OUT_OF_MEMORY,
                        Failure.Kind.EXITED,
                        Failure.Kind.CRASHED,
                        Failure.Kind.INCOMPLETE,
                        Failure.Kind.NOT_STARTED,
                        Failure.Kind.THREW);
        assertThat(failure(outcomes.get(0)).message()).isEqualTo("java.lang.IllegalStateException: boom at call 0");
        assertThat(failure(outcomes.get(0)).stackTrace()).contains("FailingFixture.throwing");
        assertThat(outcomes.get(0).result().forks()).hasSize(1);
        assertThat(failure(outcomes.get(1)).message()).contains("StrangeException: strange");
        assertThat(failure(outcomes.get(2)).message()).startsWith("java.lang.OutOfMemoryError");
        assertThat(failure(outcomes.get(2)).command()).contains("-Xmx64m");
        assertThat(failure(outcomes.get(4)).message()).contains("exit code 7");
        assertThat(failure(outcomes.get(5)).message()).contains("of 2 measured iterations");
        assertThat(failure(outcomes.get(6)).message()).contains("NoSuchFlag");
        assertThat(failure(outcomes.get(7)).outputTail())
                .anySatisfy(line -> assertThat(line).startsWith("xxx"));
        assertThat(failure(outcomes.get(7)).outputTail())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(OutputTail.MAX_LINE_BYTES + 4));
        assertThat(((CaseOutcome.Failed) outcomes.get(0)).message())
                .contains("FailingFixture.throwing:threads=1 failed");
        assertThat(outcomes.get(8)).isInstanceOf(CaseOutcome.Completed.class);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signals")
    void namesSignalThatEndedFork(@TempDir Path folder) {
        Failure terminated = failure(
                run(TestPlans.tiny(FailingFixture.class, "terminated", 1)).get(0));
        assertThat(terminated.kind()).isEqualTo(Failure.Kind.CRASHED);
        assertThat(terminated.message()).startsWith("The fork was ended by signal 15 (SIGTERM) before the end");

        Failure crashed = failure(run(TestPlans.tiny(
                        FailingFixture.class,
                        "segmentFault",
                        1,
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + folder.resolve("hs_err_%p.log")))
                .get(0));
        assertThat(crashed.kind()).isEqualTo(Failure.Kind.CRASHED);
        assertThat(crashed.message()).startsWith("The fork's JVM crashed").contains("SIGSEGV", folder + "/hs_err");
    }

    /** JMH would wait for its dead worker until the timeout, here a minute. */
    @Test
    void killsForkThatHangsAfterOutOfMemory() {
        Failure failure = failure(run(TestPlans.tiny(FailingFixture.class, "hangingWithoutMemory", 1))
                .get(0));

        assertThat(failure.kind()).isEqualTo(Failure.Kind.OUT_OF_MEMORY);
        assertThat(failure.message()).isEqualTo("java.lang.OutOfMemoryError; the fork hung and was killed.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lines", "noLines"})
    @Tag("processes")
    void acceptsEndlessOutputInSetUpAsSignOfLife(String method) {
        List<CaseOutcome> outcomes = run(TestPlans.of(EndlessOutputFixture.class, method)
                .forks(1)
                .timeout(Duration.ofSeconds(1))
                .planned());

        assertThat(failure(outcomes.get(0)).kind()).isEqualTo(Failure.Kind.TIMED_OUT);
        assertThat(failure(outcomes.get(0)).message()).startsWith("No iteration ended for more than 1 s");
    }

    @Test
    void killsBenchmarkThatExceedsTimeout() {
        List<CaseOutcome> outcomes = run(
                TestPlans.of(FailingFixture.class, "spinning")
                        .forks(2)
                        .timeout(Duration.ofSeconds(1))
                        .planned(),
                TestPlans.tiny(FailingFixture.class, "works", 1));

        assertThat(failure(outcomes.get(0)).kind()).isEqualTo(Failure.Kind.TIMED_OUT);
        assertThat(failure(outcomes.get(0)).message()).contains("No iteration ended for more than 1 s");
        assertThat(outcomes.get(0).result().forks()).hasSize(1);
        assertThat(outcomes.get(1)).isInstanceOf(CaseOutcome.Completed.class);
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(p -> p.info().command().orElse("").endsWith("java")))
                .isEmpty();
    }
}
