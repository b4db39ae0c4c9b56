// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.history.TrainingNight.CaseTraining;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TrainingNightTest {

    private static final String RULE = "fixed:warmup=10.0,measured=10.0";
    private static final String CASE = "a.Codec.encode:threads=1";

    /**
     * Returns a fork of 200 iterations of 0.1 s: twice as slow at first, steady after the given number of iterations.
     */
    private static ForkResult fork(int number, int warmAfter, double level, ForkStop.State state) {
        List<IterationResult> iterations = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            double score = i < warmAfter ? 2 * level : level * (1 + 0.001 * (i % 3));
            iterations.add(new IterationResult(
                    i < 100 ? Phase.WARMUP : Phase.MEASUREMENT,
                    i + 1,
                    MadeRecords.START,
                    score,
                    1,
                    Map.of(),
                    Map.of(),
                    // All of the first ten measured iterations are starved and therefore ignored.
                    Optional.of(MadeRecords.signs(0.1, 0, 0, 0, 0, 0, i >= 100 && i < 110))));
        }
        return MadeRecords.fork(number)
                .iterations(iterations)
                .stop(Optional.of(new ForkStop(state, RULE)))
                .build();
    }

    private static CaseResult result(Optional<String> jvm, ForkResult... forks) {
        CasePlan plan = CasePlan.builder(Mode.AVERAGE_TIME)
                .jvm(jvm)
                .build()
                .withAdaptive(new AdaptivePlan(Optional.empty(), 2, 2, RULE, 0.05), Duration.ofMillis(100));
        return MadeRecords.done(
                new CaseId("a.Codec", "encode", new TreeMap<>(), 1, Optional.empty()),
                plan,
                new Metric(100, 1, "ns/op"),
                List.of(forks));
    }

    private static TrainingNight night(CaseResult... cases) {
        RunRecord run =
                MadeRecords.run("20260504T030201Z-4f2a", MadeRecords.machine().build(), cases);
        return TrainingNight.of(run);
    }

    @Test
    void learnsLengthAndSpreadOfForks() {
        TrainingNight night = night(result(
                Optional.empty(), fork(1, 20, 100, ForkStop.State.STEADY), fork(2, 20, 104, ForkStop.State.STEADY)));

        assertThat(night.id()).isEqualTo("20260504T030201Z-4f2a");
        CaseTraining learned = night.of(CASE).orElseThrow();
        assertThat(learned.forks()).isEqualTo(2);
        // Two seconds of warm-up may stay in the window if the median is unaffected.
        assertThat(learned.to()).isBetween(2.2, 5.0);
        assertThat(learned.spread()).isCloseTo(Math.log(1.04) / Math.sqrt(2), within(1e-6));
    }

    @Test
    void learnsLongerWindowFromSlowerWarmUp() {
        TrainingNight night = night(result(
                Optional.empty(), fork(1, 80, 100, ForkStop.State.STEADY), fork(2, 80, 100, ForkStop.State.STEADY)));

        assertThat(night.of(CASE).orElseThrow().to()).isGreaterThan(8);
    }

    @Test
    void ignoresForksThatWereCutShort() {
        assertThat(night(result(
                                Optional.empty(),
                                fork(1, 20, 100, ForkStop.State.STEADY),
                                fork(2, 20, 100, ForkStop.State.OUT_OF_TIME)))
                        .cases())
                .isEmpty();
    }

    @Test
    void ignoresForksOfAnotherJvm() {
        assertThat(night(result(
                                Optional.of("/opt/jdk/bin/java"),
                                fork(1, 20, 100, ForkStop.State.STEADY),
                                fork(2, 20, 100, ForkStop.State.STEADY)))
                        .cases())
                .isEmpty();
    }
}
