// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseResult.Status;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.IterationSigns.Sign;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a case and its forks. */
class CaseResultTest {

    private static final CaseResult PLANNED = Runs.planned("encode");

    private static CaseResult ended(Status status, String reason, ForkResult... forks) {
        return new CaseResult(PLANNED.id(), PLANNED.plan(), status, reason, Optional.empty(), Map.of(), List.of(forks));
    }

    /** Returns a fork with one warm-up iteration and a measured one for each score. */
    private static ForkResult fork(double... scores) {
        List<IterationResult> iterations = new ArrayList<>();
        iterations.add(MadeRecords.iteration(Phase.WARMUP, 1, 999));
        for (double score : scores) {
            iterations.add(MadeRecords.iteration(Phase.MEASUREMENT, iterations.size(), score));
        }
        return MadeRecords.fork(1).iterations(iterations).build();
    }

    private static ForkResult failed(double... scores) {
        return fork(scores).toBuilder().failure(Optional.of(Runs.failure())).build();
    }

    private static IterationResult starved(IterationResult iteration) {
        return watched(iteration, true);
    }

    private static IterationResult watched(IterationResult iteration, boolean starved) {
        return new IterationResult(
                iteration.phase(),
                iteration.number(),
                iteration.end(),
                iteration.score(),
                1,
                Map.of(),
                Map.of(),
                Optional.of(MadeRecords.signs(1, starved ? 0.5 : 0, 0, 0, 0, 0, starved)));
    }

    @ParameterizedTest
    @CsvSource({
        "DONE, '', no result",
        "FAILED, java.io.IOException: disk, FAILED: java.io.IOException: disk",
        "SKIPPED, '@Disabled', skipped: @Disabled",
        "PLANNED, '', not run"
    })
    void describesWhyCaseHasNoScore(Status status, String reason, String text) {
        assertThat(ended(status, reason).withoutScore()).isEqualTo(text);
    }

    @Test
    void returnsMedianOfFiniteMeasuredScoresOfFork() {
        ForkResult fork = fork(3, Double.NaN, 1, 2, Double.POSITIVE_INFINITY);

        assertThat(fork.value()).hasValue(2);
        assertThat(fork.measuredScores()).hasSize(5);
        assertThat(fork.validScores()).containsExactly(3, 1, 2);
        assertThat(fork.scores()).hasSize(6).startsWith(999);
        assertThat(fork.warmupIterations()).isEqualTo(1);
    }

    @Test
    void returnsNoValueForFailedFork() {
        assertThat(failed(1, 2).value()).isEmpty();
        assertThat(failed(1, 2).measuredScores()).containsExactly(1, 2);
        assertThat(fork(Double.NaN).value()).isEmpty();
        assertThat(fork().value()).isEmpty();
    }

    @Test
    void returnsValuesOfForksInOrder() {
        CaseResult result = ended(Status.DONE, "", fork(5), failed(7), fork(Double.NaN), fork(4));

        assertThat(result.forkValues()).containsExactly(5, 4);
        assertThat(result.forksWithValue()).hasSize(2);
    }

    @Test
    void countsExcludedForksAndScoresInWords() {
        assertThat(ended(Status.DONE, "", fork(1), fork(2)).leftOut()).isEmpty();
        assertThat(ended(Status.DONE, "", fork(1), failed(2)).leftOut())
                .isEqualTo("1 of 2 forks delivered no finite score and is left out");
        assertThat(ended(Status.DONE, "", fork(1, Double.NaN, Double.NaN), failed(2), fork())
                        .leftOut())
                .isEqualTo("2 of 3 forks delivered no finite score and are left out;"
                        + " 2 of 3 measured scores are not finite and are left out");
    }

    /** With a fixed number of iterations all count; starved ones are only reported. */
    @Test
    void excludesStarvedIterationsOnlyInAdaptivePlan() {
        ForkResult quiet = fork(1, 100);
        List<IterationResult> iterations = new ArrayList<>(quiet.iterations());
        iterations.set(2, starved(iterations.get(2)));
        ForkResult fixed = quiet.toBuilder().iterations(iterations).build();
        ForkResult adaptive = fixed.toBuilder()
                .stop(Optional.of(new ForkStop(ForkStop.State.STEADY, "rule")))
                .build();

        assertThat(fixed.measuredScores()).containsExactly(1, 100);
        assertThat(adaptive.measuredScores()).containsExactly(1);
        assertThat(adaptive.measured()).hasSize(1);
        assertThat(adaptive.starvedIterations()).isEqualTo(1);
        assertThat(adaptive.measuredSigns(Sign.STARVATION)).hasSize(1);
        assertThat(adaptive.ended(ForkStop.State.STEADY)).isTrue();
        assertThat(adaptive.ended(ForkStop.State.OUT_OF_TIME)).isFalse();
        assertThat(fixed.ended(ForkStop.State.STEADY)).isFalse();
    }

    @Test
    void excludesWarmUpFromShareOfStarvedIterations() {
        ForkResult quiet = fork(1, 100);
        assertThat(ended(Status.DONE, "", quiet).starvedShare())
                .as("not watched")
                .isEmpty();

        List<IterationResult> iterations = new ArrayList<>(quiet.iterations());
        iterations.set(0, starved(iterations.get(0)));
        assertThat(iterations.get(0).phase()).isEqualTo(Phase.WARMUP);
        ForkResult warmup = quiet.toBuilder().iterations(iterations).build();
        assertThat(ended(Status.DONE, "", warmup).starvedShare())
                .as("not watched")
                .isEmpty();

        iterations.set(1, watched(iterations.get(1), false));
        iterations.set(2, starved(iterations.get(2)));
        ForkResult half = quiet.toBuilder().iterations(iterations).build();
        assertThat(ended(Status.DONE, "", half).starvedShare()).hasValue(0.5);
        assertThat(ended(Status.DONE, "", half, quiet).starvedShare())
                .as("one fork was not watched")
                .hasValue(0.5);
        iterations.set(1, starved(iterations.get(1)));
        ForkResult whole = quiet.toBuilder().iterations(iterations).build();
        assertThat(ended(Status.DONE, "", half, whole).starvedShare()).hasValue(0.75);
    }

    @Test
    void copiesAllValuesToBuilderOfFork() {
        ForkResult fork = Runs.fork(3, Optional.of(Runs.failure())).toBuilder()
                .stop(Optional.of(new ForkStop(ForkStop.State.UNSTEADY, "rule")))
                .build();

        assertThat(fork.toBuilder().build()).isEqualTo(fork);
        assertThat(ForkResult.builder(1).build().value()).isEmpty();
        assertThat(ForkResult.builder(1).build().pid()).as("never reported").isEqualTo(-1);
    }

    @Test
    void dropsResultsOfSkippedCase() {
        CaseResult done = Runs.done(PLANNED, Runs.fork(1));
        CaseResult skipped = done.skipped("@Disabled");

        assertThat(skipped.status()).isEqualTo(Status.SKIPPED);
        assertThat(skipped.score()).isEmpty();
        assertThat(skipped.forks()).isEmpty();
        assertThat(skipped.id()).isEqualTo(done.id());
        assertThat(done.withForks(List.of()).score())
                .as("keeps the other values")
                .isEqualTo(done.score());
    }

    @Test
    void hasUnknownEnvironmentByDefault() {
        Environment unknown = Environment.builder().build();

        assertThat(List.of(unknown.host(), unknown.cpuModel(), unknown.jdk(), unknown.governor(), unknown.harness()))
                .containsOnly(Environment.UNKNOWN);
        assertThat(unknown.logicalCpus()).isEqualTo(1);
        assertThat(unknown.memoryBytes()).isEqualTo(-1);
        assertThat(unknown.loadAverage()).isNaN();
        assertThat(unknown.commit()).isEmpty();
        assertThat(unknown.dirty()).isEmpty();
        assertThat(Environment.builder()
                        .hostJvmArgs(List.of("-Xmx1g", "-Djmh.token=hunter2", "-Dmy.account=x"))
                        .build()
                        .hostJvmArgs())
                .containsExactly("-Xmx1g", "-Djmh.token=***");
    }
}
