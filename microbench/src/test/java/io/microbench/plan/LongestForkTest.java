// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.Mode;
import io.microbench.stopping.StopRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LongestForkTest {

    private static final CasePlan FIXED = CasePlan.builder(Mode.THROUGHPUT)
            .forks(5)
            .warmupForks(2)
            .warmup(new IterationPlan(3, Duration.ofSeconds(2), 1))
            .measurement(new IterationPlan(4, Duration.ofSeconds(1), 7))
            .build();

    private static PlannedCase planned(CasePlan plan) {
        CaseId id = new CaseId("p.C", "m", new TreeMap<>(), 1, Optional.empty());
        return new PlannedCase(id, LongestForkTest.class, plan);
    }

    private static CasePlan plan(CasePlan plan, int iterations) {
        return planned(plan).longestFork(iterations).plan();
    }

    private static CasePlan adaptive(CasePlan plan, String rule, Duration iteration) {
        return plan.withAdaptive(new AdaptivePlan(Optional.of(0.02), 3, 10, rule, 0.05), iteration);
    }

    @Test
    void runsOneForkOfFixedPlan() {
        assertThat(plan(FIXED, 1))
                .isEqualTo(FIXED.toBuilder().forks(1).warmupForks(0).build());
    }

    @Test
    void usesHalfOfLongestForkForWarmUpWithPrecision() {
        String rule = StopRule.standard(30).text();
        CasePlan fork = plan(adaptive(FIXED, rule, Duration.ofMillis(100)), 1);

        assertThat(fork.adaptive()).isEmpty();
        assertThat(fork.forks()).isEqualTo(1);
        assertThat(fork.warmup()).isEqualTo(new IterationPlan(150, Duration.ofMillis(100), 1));
        assertThat(fork.measurement()).isEqualTo(new IterationPlan(150, Duration.ofMillis(100), 7));
    }

    @Test
    void returnsMaximumForkLengthOfEveryRule() {
        assertThat(plan(adaptive(FIXED, "fixed:warmup=5,measured=2", Duration.ofMillis(500)), 1)
                        .measurement()
                        .count())
                .isEqualTo(7);
        assertThat(StopRule.names()).isNotEmpty().allSatisfy(name -> assertThat(
                        StopRule.byName(name).orElseThrow().longestFork())
                .isPresent());
    }

    @Test
    void plansAsManySingleShotsAsObserved() {
        CasePlan single = FIXED.toBuilder().build();
        CasePlan fork = plan(adaptive(single, StopRule.standard().text(), Duration.ZERO), 9);

        assertThat(List.of(fork.warmup().count(), fork.measurement().count())).containsExactly(5, 5);
    }

    @Test
    void ignoresOptionsOfClass() {
        CasePlan plan = adaptive(FIXED, "fixed:warmup=1,measured=1", Duration.ofMillis(100));
        PlannedCase asking =
                planned(plan).with(plan, options -> options.warmupIterations(99).measurementIterations(99));

        PlannedCase fork = asking.longestFork(1);

        RequestedOptions options = RequestedOptions.of(fork.plan(), fork.options());
        assertThat(options.options().getWarmupIterations().get()).isEqualTo(10);
        assertThat(options.options().getMeasurementIterations().get()).isEqualTo(10);
    }
}
