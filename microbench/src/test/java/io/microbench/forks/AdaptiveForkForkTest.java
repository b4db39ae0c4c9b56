// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.plan.PlannedCase;
import io.microbench.process.ForkReaper;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.run.CountingFixture;
import io.microbench.run.PlanRun;
import io.microbench.run.TestPlans;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs real forks that end themselves. Fails with a version of JMH whose loop over iterations can no longer be ended,
 * or which then skips the tear-down.
 */
@Tag("processes")
class AdaptiveForkForkTest {

    /** Independent of the machine's load: these tests check counts, not times. */
    private static final double ALL_IS_QUIET = 1;

    /** Never reached: the rule decides first. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /**
     * Decides after two consecutive checks with points in the third and in the fourth quarter of the time, whatever
     * their values: after at least three iterations of any length.
     */
    private static final String RULE = "pilot:first=0.2,early=100,later=0.2,longest=100,agreement=1000,slower=1000";

    @TempDir
    Path folder;

    private static PlannedCase planned(String mode) {
        PlannedCase fixed =
                TestPlans.of(CountingFixture.class, "count").mode(mode).planned();
        AdaptivePlan adaptive = new AdaptivePlan(Optional.of(0.05), 2, 3, RULE, ALL_IS_QUIET);
        Duration iteration = mode.equals("ss") ? Duration.ZERO : Duration.ofMillis(20);
        return fixed.with(fixed.plan().withAdaptive(adaptive, iteration));
    }

    private ForkRun.Outcome run(PlannedCase planned, ByteArrayOutputStream printed) {
        PrintStream console = new PrintStream(printed, true, StandardCharsets.UTF_8);
        ForkRun fork = new ForkRun(planned, 1, folder, console, Clock.systemUTC())
                .ending(Optional.of(new ForkRun.Ending(RULE, Optional.of(LIMIT))));
        Progress progress = new Progress(System::nanoTime, Duration.ofSeconds(1));
        return fork.run(ForkReaper.none(), progress, ForkRun.Outside.NOTHING, new BusyForks(), true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thrpt", "avgt", "sample", "ss"})
    void endsForkAfterOneSetUpAndOneTearDown(String mode) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ForkRun.Outcome outcome = run(planned(mode), printed);

        ForkResult fork = outcome.fork();
        assertThat(fork.failure()).isEmpty();
        assertThat(fork.echo())
                .containsEntry("setups", "1")
                .containsEntry("teardowns", "1")
                .containsEntry("iterations", Integer.toString(fork.iterations().size()));
        assertThat(fork.stop().orElseThrow().rule()).isEqualTo(RULE);
        assertThat(fork.iterations()).hasSizeGreaterThan(2);
        assertThat(outcome.jmh().orElseThrow().getIterationResults()).hasSameSizeAs(fork.measured());
        assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("Iteration   1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"thrpt"})
    void keepsWholeSeriesWithWarmUpFirst(String mode) {
        ForkResult fork = run(planned(mode), new ByteArrayOutputStream()).fork();

        List<Phase> phases =
                fork.iterations().stream().map(IterationResult::phase).toList();
        int from = phases.indexOf(Phase.MEASUREMENT);
        assertThat(phases.subList(0, from)).allMatch(phase -> phase == Phase.WARMUP);
        assertThat(phases.subList(from, phases.size())).containsOnly(Phase.MEASUREMENT);
        assertFirstOfTheSecondHalf(fork.iterations(), from);
        assertThat(fork.iterations().subList(0, from))
                .extracting(IterationResult::number)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, from).boxed().toList());
        assertThat(fork.iterations().get(from).number()).isEqualTo(1);
        assertThat(fork.iterations()).allSatisfy(iteration -> {
            assertThat(iteration.signs().orElseThrow().seconds()).isPositive();
            assertThat(iteration.signs().orElseThrow().starvation()).isBetween(0.0, 1.0);
            assertThat(iteration.secondary()).containsKey("gc.alloc.rate.norm");
            assertThat(iteration.secondary().keySet()).noneMatch(name -> name.startsWith("microbench"));
        });
        assertThat(fork.secondary().keySet()).noneMatch(name -> name.startsWith("microbench"));
        assertThat(fork.stop().orElseThrow().state()).isIn(ForkStop.State.STEADY, ForkStop.State.UNSTEADY);
    }

    /**
     * The rule counts from the iteration during which half of the time passed; one more iteration may run after its
     * decision.
     */
    private static void assertFirstOfTheSecondHalf(List<IterationResult> series, int from) {
        double all = seconds(series);
        double last = seconds(series.subList(series.size() - 1, series.size()));
        assertThat(seconds(series.subList(0, from))).isLessThanOrEqualTo(all / 2);
        assertThat(seconds(series.subList(0, from + 1))).isGreaterThan((all - last) / 2);
    }

    private static double seconds(List<IterationResult> series) {
        return series.stream()
                .mapToDouble(iteration -> iteration.signs().orElseThrow().seconds())
                .sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"avgt"})
    void addsForksUpToMaximum(String mode) {
        PlannedCase planned = planned(mode);
        try (PlanRun run = PlanRun.open(TestPlans.plan(folder, planned))) {
            CaseResult result = run.run(planned).result();

            assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
            assertThat(result.forks()).hasSizeBetween(2, 3);
            assertThat(result.score()).isPresent();
            run.finish();
        }
    }

    @Test
    void rejectsUnknownRule() {
        PlannedCase planned = planned("avgt");
        AdaptivePlan adaptive = new AdaptivePlan(Optional.of(0.05), 2, 3, "cov", ALL_IS_QUIET);
        PlannedCase foreign = planned.with(planned.plan().withAdaptive(adaptive, Duration.ofMillis(20)));
        try (PlanRun run = PlanRun.open(TestPlans.plan(folder, foreign))) {
            assertThatThrownBy(() -> run.run(foreign))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Unknown stop rule cov; expected pilot or fixed");
        }
    }
}
