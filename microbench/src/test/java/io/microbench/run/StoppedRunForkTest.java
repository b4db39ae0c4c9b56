// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunRecord;
import io.microbench.run.PlanRun.CaseOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests runs that are stopped during a fork. */
@Tag("any-jdk")
@Timeout(600)
class StoppedRunForkTest {

    private static final PlannedCase BUSY = TestPlans.of(EndlessFixture.class, "working")
            .forks(3)
            .time(Duration.ofMinutes(10))
            .planned();
    private static final PlannedCase NEXT = TestPlans.tiny(FailingFixture.class, "works", 1);

    @TempDir
    Path output;

    private final List<CaseOutcome> outcomes = new ArrayList<>();

    private RunRecord runAndStop(Consumer<BenchmarkRun> stop) throws InterruptedException {
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(output, BUSY, NEXT))) {
            Thread stopper = new Thread(() -> {
                try {
                    Path echo = run.folder().resolve(".echo.properties");
                    Eventually.within(120, "the fork has begun", () -> Files.exists(echo));
                    stop.accept(run);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            stopper.start();
            outcomes.add(run.run(BUSY));
            outcomes.add(run.run(NEXT));
            return run.finish();
        }
    }

    private void assertStopped(RunRecord record) {
        assertThat(outcomes)
                .extracting(outcome -> ((CaseOutcome.Failed) outcome).failure().kind())
                .containsExactly(Failure.Kind.STOPPED, Failure.Kind.STOPPED);
        CaseResult busy = record.cases().get(0);
        assertThat(busy.status()).isEqualTo(CaseResult.Status.FAILED);
        assertThat(busy.forks()).hasSize(1);
        assertThat(record.cases().get(1)).isEqualTo(CaseResult.planned(NEXT.id(), NEXT.plan()));
        assertThat(ProcessHandle.current()
                        .descendants()
                        .map(child -> child.info().commandLine().orElse("")))
                .noneMatch(line -> line.contains("microbench.fork.id="));
    }

    @Test
    @Tag("jdk")
    void killsBusyForkAndStartsNoOther() throws InterruptedException {
        RunRecord record = runAndStop(BenchmarkRun::stop);

        assertStopped(record);
        assertThat(((CaseOutcome.Failed) outcomes.get(0)).message())
                .contains("The run was stopped; the fork was killed.");
        assertThat(((CaseOutcome.Failed) outcomes.get(1)).message()).contains("The run was stopped before this case.");
    }

    /** A test framework interrupts the thread in the same way after its timeout. */
    @Test
    void stopsWhenItsThreadIsInterrupted() throws InterruptedException {
        Thread caller = Thread.currentThread();
        RunRecord record = runAndStop(run -> caller.interrupt());
        assertThat(Thread.interrupted()).isTrue();

        assertStopped(record);
        assertThat(((CaseOutcome.Failed) outcomes.get(0)).message()).contains("The run was interrupted");
    }
}
