// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.settings.Scheduling;
import io.microbench.settings.Scheduling.Order;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real forks of several cases alternately. */
@Tag("processes")
class MeasuredCasesForkTest {

    /** A rule that decides quickly. */
    private static final String RULE = "pilot:first=0.2,early=100,later=0.2,longest=1.0,agreement=0.02";

    @TempDir
    Path output;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = System.out;

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(out);
    }

    private String takePrinted() {
        String text = printed.toString(StandardCharsets.UTF_8);
        printed.reset();
        return text;
    }

    private Plan plan(Scheduling scheduling, PlannedCase... cases) {
        Plan plain = TestPlans.plan(output, cases);
        return new Plan(
                plain.cases(),
                plain.settings(),
                plain.output(),
                plain.reportDirectory(),
                plain.seed(),
                plain.judging(),
                scheduling,
                Optional.empty(),
                Optional.empty());
    }

    private static PlannedCase adaptive(String mode, Duration iteration) {
        PlannedCase fixed =
                TestPlans.of(CountingFixture.class, "count").mode(mode).planned();
        AdaptivePlan plan = new AdaptivePlan(Optional.empty(), 2, 2, RULE, 1);
        return fixed.with(fixed.plan().withAdaptive(plan, iteration));
    }

    @Test
    void alternatesForksOfFixedPlansAndKeepsOutputPerCase() {
        PlannedCase first = TestPlans.tiny(CountingFixture.class, "count", 2);
        PlannedCase second = TestPlans.tiny(FailingFixture.class, "works", 2);
        try (BenchmarkRun run = BenchmarkRun.open(
                plan(new Scheduling(Order.INTERLEAVED, Optional.empty(), Optional.empty()), first, second))) {
            run.measure(List.of(first, second), TestPlans.WIDEST);

            assertThat(takePrinted())
                    .contains("CountingFixture.count:threads=1, fork 1: Done after", "fork 2: Done after")
                    .doesNotContain("# Benchmark:", "Iteration");
            CaseResult one = run.run(first).result();
            assertThat(takePrinted())
                    .contains("# Benchmark: io.microbench.run.CountingFixture.count", "# Fork: 2 of 2")
                    .doesNotContain("FailingFixture");
            CaseResult two = run.run(second).result();
            assertThat(takePrinted())
                    .contains("# Benchmark: io.microbench.run.FailingFixture.works")
                    .doesNotContain("CountingFixture");

            assertThat(startsInOrder(one, two)).containsExactly("count", "works", "count", "works");
            assertThat(run.finish().cases()).extracting(CaseResult::status).containsOnly(CaseResult.Status.DONE);
        }
    }

    @Test
    void showsOnlyOutputOfFailedCasesAndProgressOnBriefScreen() {
        PlannedCase good = TestPlans.tiny(CountingFixture.class, "count", 1);
        PlannedCase bad = TestPlans.tiny(FailingFixture.class, "throwing", 1);
        ByteArrayOutputStream progress = new ByteArrayOutputStream();
        PrintStream err = System.err;
        System.setErr(new PrintStream(progress, true, StandardCharsets.UTF_8));
        System.setProperty(BriefScreen.ROWS, "size");
        System.setProperty(BriefScreen.LIVE, "true");
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(output, good, bad))) {
            assertThat(takePrinted()).contains("# 2 cases, 2 forks, about");
            run.run(good);
            assertThat(takePrinted()).isEmpty();
            run.run(bad);
            assertThat(takePrinted())
                    .contains("# Benchmark: ", "\tat ", "# FAILED ")
                    .doesNotContain("CountingFixture");
            assertThat(progress.toString(StandardCharsets.UTF_8))
                    .startsWith("\u001B[K\r0% done, ")
                    .matches("(?s).*\\d+% done, \\S+ m?s left\u001B\\[K\r.*")
                    .endsWith(" left\u001B[K\r\u001B[K\r");
        } finally {
            System.clearProperty(BriefScreen.ROWS);
            System.clearProperty(BriefScreen.LIVE);
            System.setErr(err);
        }
    }

    private static List<String> startsInOrder(CaseResult... results) {
        Map<Instant, String> starts = new TreeMap<>();
        for (CaseResult result : results) {
            result.forks().forEach(fork -> starts.put(fork.start(), result.id().method()));
        }
        return new ArrayList<>(starts.values());
    }

    @Test
    void stopsOnlyFailingCase() {
        PlannedCase failing = TestPlans.tiny(FailingFixture.class, "throwing", 3);
        PlannedCase works = TestPlans.tiny(FailingFixture.class, "works", 2);
        try (BenchmarkRun run = BenchmarkRun.open(
                plan(new Scheduling(Order.RANDOM, Optional.empty(), Optional.empty()), failing, works))) {
            run.measure(List.of(failing, works), TestPlans.WIDEST);

            CaseOutcome failed = run.run(failing);
            assertThat(((CaseOutcome.Failed) failed).failure().kind()).isEqualTo(Failure.Kind.THREW);
            assertThat(failed.result().forks()).hasSize(1);
            assertThat(run.run(works).result().forks()).hasSize(2);
            run.finish();
        }
    }

    @Test
    void warnsIfBudgetIsTooShortForAnyForkAndSkipsCase() {
        PlannedCase planned = adaptive("avgt", Duration.ofMillis(20));
        Scheduling scheduling = new Scheduling(Order.BLOCKS, Optional.of(Duration.ofMillis(200)), Optional.empty());
        try (BenchmarkRun run = BenchmarkRun.open(plan(scheduling, planned))) {
            run.measure(List.of(planned), TestPlans.WIDEST);

            assertThat(takePrinted())
                    .contains(
                            "# WARNING: The budget of 200 ms is too short for one fork of each of 1 cases: none of them"
                                    + " will get one. Set a larger budget, or choose fewer cases.");
            assertThat(run.notReached(planned)).contains("the time budget ran out before its first fork finished");
            assertThat(run.finish().cases().get(0).status()).isEqualTo(CaseResult.Status.SKIPPED);
        }
    }

    /** The order is read from the record; the budget suffices even on a busy machine. */
    @Test
    void givesEveryCaseOneForkBeforeSecondWithinBudget() {
        PlannedCase one = adaptive("avgt", Duration.ofMillis(20));
        PlannedCase two = adaptive("thrpt", Duration.ofMillis(20));
        PlannedCase other = new PlannedCase(
                TestPlans.tiny(FailingFixture.class, "works", 1).id(), FailingFixture.class, two.plan());
        Scheduling scheduling = new Scheduling(Order.INTERLEAVED, Optional.of(Duration.ofMinutes(5)), Optional.empty());
        try (BenchmarkRun run = BenchmarkRun.open(plan(scheduling, one, other))) {
            run.measure(List.of(one, other), TestPlans.WIDEST);

            CaseResult first = run.run(one).result();
            CaseResult second = run.run(other).result();
            assertThat(first.forks()).isNotEmpty();
            assertThat(second.forks()).isNotEmpty();
            assertThat(startsInOrder(first, second).subList(0, 2)).containsExactly("count", "works");
            assertThat(first.forks())
                    .isSortedAccordingTo(Comparator.comparing(ForkResult::start))
                    .allSatisfy(fork -> assertThat(fork.stop()).isPresent());
            run.finish();
        }
    }
}
