// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.run.ForkLoop.Budget;
import io.microbench.settings.Scheduling;
import io.microbench.settings.Scheduling.Order;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures units on a scripted node that stands for this machine: its forks name no node. */
class NodeUnitTest {

    private static final Scheduling BLOCKS = new Scheduling(Order.BLOCKS, Optional.empty(), Optional.empty());

    private final PlannedCase a = TestPlans.tiny(CountingFixture.class, "a", 2);
    private final PlannedCase b = TestPlans.tiny(CountingFixture.class, "b", 2);
    private final FakeNode here = new FakeNode("this machine", "zen", 1, Map.of()).withoutName();

    @TempDir
    Path output;

    private Simulation run() {
        return new Simulation(output, a, b);
    }

    private void measure(
            Simulation run, Scheduling scheduling, Budget budget, BooleanSupplier stopped, CaseRun... cases) {
        NodeUnit unit = new NodeUnit(List.of(cases), scheduling, 42, run.cases, budget, soFar -> 0);
        if (unit.in(here.start(), stopped).run() != ForkLoop.End.STOPPED) {
            unit.end();
        }
    }

    @Test
    void measuresUnitOnThisMachineWithoutNamingNode() {
        Simulation run = run();
        measure(run, BLOCKS, Budget.unlimited(), () -> false, run.cases.begin(a), run.cases.begin(b));

        assertThat(here.measured)
                .extracting(text -> text.replaceAll(".*\\.", ""))
                .containsExactly("a:threads=1 1", "a:threads=1 2", "b:threads=1 1", "b:threads=1 2");
        assertThat(List.of(run.result(a), run.result(b))).allSatisfy(result -> {
            assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
            assertThat(result.forks()).extracting(ForkResult::node).containsExactly(Optional.empty(), Optional.empty());
        });
        assertThat(run.folder.record().nodes()).isEmpty();
        assertThat(run.shown())
                .allMatch(line -> line.matches("# .*\\. .*CountingFixture\\.[ab]:threads=1, fork [12]: Done after .*"));
        assertThat(run.cases.take(a.id()).orElseThrow().printed()).contains("# Fork: 2 of 2", "forked ");
    }

    @Test
    void runsOneForkOfEachAlternatingCase() {
        Simulation run = run();
        Scheduling inTurn = new Scheduling(Order.INTERLEAVED, Optional.empty(), Optional.empty());
        measure(run, inTurn, Budget.unlimited(), () -> false, run.cases.begin(a), run.cases.begin(b));

        assertThat(here.measured)
                .extracting(text -> text.replaceAll(".*\\.", ""))
                .containsExactly("a:threads=1 1", "b:threads=1 1", "a:threads=1 2", "b:threads=1 2");
    }

    @Test
    void returnsNoOutcomeForUndecidedCaseAfterStop() {
        Simulation run = run();
        measure(run, BLOCKS, Budget.unlimited(), () -> here.forks == 3, run.cases.begin(a), run.cases.begin(b));

        assertThat(run.cases.take(a.id())).isPresent();
        assertThat(run.cases.take(b.id())).isEmpty();
        assertThat(run.result(b).status()).isEqualTo(CaseResult.Status.PLANNED);
    }

    @Test
    void keepsScoreOfForksBeforeStop() {
        Simulation run = run();
        FakeNode stopped = new FakeNode("s", "zen", 1, Map.of(2, FakeNode.Fate.USER_STOPS)).withoutName();
        NodeUnit unit =
                new NodeUnit(List.of(run.cases.begin(a)), BLOCKS, 42, run.cases, Budget.unlimited(), soFar -> 0);
        unit.in(stopped.start(), () -> stopped.forks == 2).run();

        CaseResult kept = run.result(a);
        assertThat(kept.status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(kept.score().orElseThrow().score()).isEqualTo(1);
        assertThat(kept.forks()).hasSize(2);
        assertThat(run.cases.take(a.id()).orElseThrow().printed()).contains("# STOPPED ", "The run was stopped.");
    }

    @Test
    void skipsRemainingCasesWhenBudgetIsSpent() {
        Simulation run = run();
        Duration all = Duration.ofSeconds(1);
        Scheduling scheduling = new Scheduling(Order.BLOCKS, Optional.of(all), Optional.empty());
        measure(
                run,
                scheduling,
                new Budget(Duration.ZERO, () -> 0),
                () -> false,
                run.cases.begin(a),
                run.cases.begin(b));

        assertThat(here.measured).isEmpty();
        assertThat(run.cases.notReached(b.id())).contains("the time budget ran out before its first fork finished");
        assertThat(run.result(b).status()).isEqualTo(CaseResult.Status.SKIPPED);
        assertThat(BudgetShare.warning(all, Duration.ZERO, 2).orElseThrow())
                .isEqualTo(
                        "The budget of 1 s is too short for one fork of each of 2 cases: none of them will get one. Set a larger budget, or choose fewer cases.");
    }

    @Test
    void printsOutputOfSingleCaseImmediatelyWithoutKeepingIt() {
        Simulation run = run();
        measure(run, BLOCKS, Budget.unlimited(), () -> false, run.cases.beginLive(a));

        assertThat(run.shown())
                .contains("# Fork: 1 of 2", "# Fork: 2 of 2")
                .noneMatch(line -> line.contains("fork 1: Done"));
        assertThat(run.cases.take(a.id()).orElseThrow().printed()).isEmpty();
    }
}
