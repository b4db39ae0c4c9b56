// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.IterationResult.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CaseReachTest {

    private static IterationResult iteration(Phase phase, int number, double score, boolean starved) {
        return new IterationResult(
                phase,
                number,
                Instant.EPOCH,
                score,
                1,
                Map.of(),
                Map.of(),
                Optional.of(MadeRecords.signs(0.1, starved ? 0.5 : 0, 0, 0, 0, 0, starved)));
    }

    /** A warm-up iteration, a starved one, and a quiet one with the given score. */
    private static ForkResult fork(int number, double score, Optional<ForkStop.State> state) {
        return ForkResult.builder(number)
                .jvm("java")
                .jdkVersion("17")
                .vm("VM")
                .iterations(List.of(
                        iteration(Phase.WARMUP, 1, 900, false),
                        iteration(Phase.MEASUREMENT, 1, 4000, true),
                        iteration(Phase.MEASUREMENT, 2, score, false)))
                .stop(state.map(s -> new ForkStop(s, "rule")))
                .build();
    }

    private static CaseResult result(Optional<Double> precision, ForkResult... forks) {
        CaseResult planned = Runs.planned("encode");
        CasePlan plan =
                planned.plan().withAdaptive(new AdaptivePlan(precision, 2, 10, "rule", 0.05), Duration.ofMillis(100));
        return new CaseResult(
                planned.id(),
                plan,
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(100, 1, "ns/op")),
                Map.of(),
                List.of(forks));
    }

    private static ForkResult steady(int number, double score) {
        return fork(number, score, Optional.of(ForkStop.State.STEADY));
    }

    @Test
    void excludesStarvedIterationFromScore() {
        assertThat(steady(1, 36).measuredScores()).containsExactly(36);
        assertThat(steady(1, 36).starvedIterations()).isEqualTo(1);
    }

    /** With fixed numbers the score is JMH's, and JMH excludes nothing. */
    @Test
    void keepsAndCountsStarvedIterationInFixedPlan() {
        ForkResult fixed = fork(1, 36, Optional.empty());

        assertThat(fixed.measuredScores()).containsExactly(4000, 36);
        assertThat(fixed.starvedIterations()).isEqualTo(1);
    }

    @Test
    void returnsNoIntervalForOneFork() {
        CaseReach reach = CaseReach.of(result(Optional.of(0.02), steady(1, 36)));

        assertThat(reach.forks()).isEqualTo(1);
        assertThat(reach.halfWidth()).isInfinite();
        assertThat(reach.forksForTarget()).isEmpty();
    }

    @Test
    void estimatesForksForRequestedPrecision() {
        CaseReach reach = CaseReach.of(result(Optional.of(0.02), steady(1, 100), steady(2, 104), steady(3, 96)));

        assertThat(reach.halfWidth()).isCloseTo(0.0999, within(0.001));
        assertThat(reach.forksForTarget().orElseThrow()).isBetween(15, 20);
        assertThat(reach.starved()).isEqualTo(3);
        assertThat(reach.iterations()).isEqualTo(9);
        assertThat(reach.isUnsteady()).isFalse();
    }

    @Test
    void estimatesForksForHalfOfIntervalByDefault() {
        CaseReach reach = CaseReach.of(result(Optional.empty(), steady(1, 100), steady(2, 104), steady(3, 96)));

        assertThat(reach.forksForTarget().orElseThrow()).isBetween(5, 9);
    }

    @Test
    void needsNoMoreForksForAchievedPrecision() {
        CaseReach reach = CaseReach.of(result(Optional.of(0.5), steady(1, 100), steady(2, 104), steady(3, 96)));

        assertThat(reach.forksForTarget()).isEmpty();
    }

    @Test
    void countsUnsteadyForksAndForksWithoutTime() {
        List<ForkResult> forks = new ArrayList<>(List.of(
                fork(1, 100, Optional.of(ForkStop.State.UNSTEADY)),
                fork(2, 100, Optional.of(ForkStop.State.OUT_OF_TIME)),
                fork(3, 100, Optional.of(ForkStop.State.OUT_OF_TIME)),
                steady(4, 100)));

        CaseReach reach = CaseReach.of(result(Optional.of(0.02), forks.toArray(ForkResult[]::new)));

        assertThat(reach.unsteady()).isEqualTo(1);
        assertThat(reach.isUnsteady()).isTrue();
        assertThat(reach.cut()).isEqualTo(2);
    }

    /** Records written before these properties existed lack them, and can still be read. */
    @Test
    void readsOlderRecordWithoutNewProperties() {
        String newer = RecordJson.line(result(Optional.of(0.02), steady(1, 36)));
        String older = newer.replaceAll(",\"adaptive\":\\{[^}]*\\}", "")
                .replaceAll(",\"signs\":\\{[^}]*\\}", "")
                .replaceAll(",\"stop\":\\{[^}]*\\}", "");
        assertThat(older).doesNotContain("adaptive", "signs", "stop");

        CaseResult read = RecordJson.read(older, CaseResult.class).orElseThrow();

        assertThat(read.plan().adaptive()).isEmpty();
        assertThat(read.forks().get(0).stop()).isEmpty();
        assertThat(read.forks().get(0).iterations())
                .allSatisfy(i -> assertThat(i.signs()).isEmpty());
        assertThat(read.forks().get(0).iterations()).hasSize(3);
        assertThat(RecordJson.read(newer, CaseResult.class).orElseThrow())
                .isEqualTo(result(Optional.of(0.02), steady(1, 36)));
    }
}
