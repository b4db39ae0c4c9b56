// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the length of forks that follow others. */
class LaterForkTest {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofMillis(500);

    @Test
    void keepsLengthOfFirstFork() {
        assertThat(LaterFork.of(List.of(), usual())).isEqualTo(usual());
    }

    @Test
    void shortensForkMostAfterImmediatelySteadyOnes() {
        CasePlan next = LaterFork.of(List.of(fork(91, 101, 99, 100, 102, 100), fork(100, 98, 100)), usual());

        assertThat(next.warmup()).isEqualTo(new IterationPlan(2, SHORT, 1));
        assertThat(next.measurement()).isEqualTo(new IterationPlan(1, SHORT, 1));
    }

    @Test
    void shortensForkAfterOneUnsteadySample() {
        CasePlan next = LaterFork.of(List.of(fork(70, 101, 99, 100, 102, 100)), usual());

        assertThat(next.warmup()).isEqualTo(new IterationPlan(2, SHORT, 1));
        assertThat(next.measurement()).isEqualTo(new IterationPlan(1, Duration.ofMillis(200), 1));
    }

    @Test
    void discardsOneSampleMoreThanWereUnsteady() {
        CasePlan next = LaterFork.of(List.of(fork(70, 80, 92, 100, 109, 100)), usual());

        assertThat(next.warmup()).isEqualTo(new IterationPlan(3, SHORT, 1));
        assertThat(next.measurement()).isEqualTo(new IterationPlan(1, Duration.ofMillis(200), 1));
    }

    @Test
    void keepsLengthOfSampleAfterThreeUnsteadyOnes() {
        CasePlan next = LaterFork.of(List.of(fork(70, 80, 89, 100, 102, 100)), usual());

        assertThat(next.warmup()).isEqualTo(new IterationPlan(4, SHORT, 1));
        assertThat(next.measurement()).isEqualTo(usual().measurement());
    }

    @Test
    void keepsLengthIfNeverSteady() {
        assertThat(LaterFork.of(List.of(fork(35, 26, 32, 33, 34, 87)), usual())).isEqualTo(usual());
        assertThat(LaterFork.of(List.of(fork(100, 100, 100, 100, 80, 100)), usual()))
                .isEqualTo(usual());
        assertThat(LaterFork.of(List.of(fork(100, 100, 100, 100, Double.NaN, 100)), usual()))
                .isEqualTo(usual());
        assertThat(LaterFork.of(List.of(fork(100, 100, Double.NaN, 100, 100, 100)), usual())
                        .warmup()
                        .count())
                .isEqualTo(4);
    }

    @Test
    void keepsLengthAfterOneUnsteadyFork() {
        ForkResult steady = fork(100, 100, 100, 100, 100, 100);

        assertThat(LaterFork.of(List.of(steady, fork(35, 26, 32, 33, 34, 87)), usual()))
                .isEqualTo(usual());
        assertThat(LaterFork.of(List.of(steady, MadeFork.failed("no")), usual()))
                .isEqualTo(usual());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 0.5, 1.05, 20, 1e9})
    void ignoresLevelOfFork(double factor) {
        double[] scores = {70, 80, 99, 100, 102, 100};

        assertThat(LaterFork.of(List.of(fork(times(factor, scores))), usual()))
                .isEqualTo(LaterFork.of(List.of(fork(scores)), usual()));
    }

    @Test
    void neverExceedsUsualLength() {
        CasePlan brief = usual().toBuilder()
                .warmup(new IterationPlan(1, SHORT, 1))
                .measurement(new IterationPlan(1, SHORT, 1))
                .build();

        assertThat(LaterFork.of(List.of(fork(100, 100)), brief)).isEqualTo(brief);
    }

    private static double[] times(double factor, double... scores) {
        return Arrays.stream(scores).map(score -> factor * score).toArray();
    }

    private static CasePlan usual() {
        return CasePlan.builder(Mode.THROUGHPUT)
                .timeUnit("SECONDS")
                .threads(1)
                .forks(3)
                .warmup(new IterationPlan(5, SHORT, 1))
                .measurement(new IterationPlan(1, LONG, 1))
                .timeout(Duration.ofMinutes(1))
                .build();
    }

    /** Returns a fork with warm-up samples and one measured sample, the last. */
    private static ForkResult fork(double... scores) {
        List<IterationResult> all = new ArrayList<>();
        for (int i = 0; i < scores.length; i++) {
            Phase phase = i < scores.length - 1 ? Phase.WARMUP : Phase.MEASUREMENT;
            all.add(new IterationResult(
                    phase, i + 1, Instant.EPOCH, scores[i], 1, Map.of(), Map.of(), Optional.empty()));
        }
        return MadeFork.samples(1).toBuilder().iterations(all).build();
    }
}
