// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.Failure;
import io.microbench.run.ChildrenFixture;
import io.microbench.run.Eventually;
import io.microbench.run.PlanRun;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.run.Sleepers;
import io.microbench.run.TestPlans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs real forks whose benchmarks start processes and leave them running. */
@Tag("processes")
@Timeout(600)
class ProcessTreeForkTest {

    @TempDir
    Path output;

    private final Sleepers sleepers = new Sleepers();
    private String console = "";

    @AfterEach
    void end() {
        sleepers.end();
    }

    private CaseOutcome run(TestPlans plan) {
        PlannedCase planned = plan.jvmArgs("-Dsleep=" + sleepers.seconds()).planned();
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (PlanRun run = PlanRun.open(TestPlans.plan(output, planned))) {
            CaseOutcome outcome = run.run(planned);
            run.finish();
            return outcome;
        } finally {
            System.setOut(before);
            console = printed.toString(StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"withOutput", "withoutOutput", "orphan", "stranger"})
    void endsProcessesOfBenchmarkWithItsFork(String method) throws InterruptedException {
        CaseOutcome outcome = run(TestPlans.of(ChildrenFixture.class, method));

        assertThat(outcome).as(console).isInstanceOf(CaseOutcome.Completed.class);
        assertThat(console)
                .containsPattern("# The fork left processes behind, which were ended: \\d+\\. ")
                .doesNotContain("ForkMark");
        Eventually.within(120, "no process sleeps", () -> sleepers.alive().isEmpty());
    }

    @Test
    void endsProcessesOfBenchmarkWhenForkCrashes() throws InterruptedException {
        CaseOutcome outcome = run(TestPlans.of(ChildrenFixture.class, "crashing"));

        assertThat(((CaseOutcome.Failed) outcome).failure().kind()).isEqualTo(Failure.Kind.CRASHED);
        Eventually.within(120, "no process sleeps", () -> sleepers.alive().isEmpty());
    }

    @Test
    void endsProcessesOfBenchmarkWhenForkIsKilled() throws InterruptedException {
        CaseOutcome outcome = run(TestPlans.of(ChildrenFixture.class, "hanging").timeout(Duration.ofSeconds(1)));

        assertThat(((CaseOutcome.Failed) outcome).failure().kind()).isEqualTo(Failure.Kind.TIMED_OUT);
        Eventually.within(120, "no process sleeps", () -> sleepers.alive().isEmpty());
    }

    @Test
    void endsDescendantsOfChildProcess() throws IOException, InterruptedException {
        try (ChildProcess guarded = ChildProcess.start(sleepers.builder("sleep %s & (sleep %s &); echo"))) {
            assertThat(guarded.process().waitFor()).isZero();
            Eventually.within(120, "two processes sleep", () -> sleepers.alive().size() == 2);
        }
        Eventually.within(120, "no process sleeps", () -> sleepers.alive().isEmpty());
    }
}
