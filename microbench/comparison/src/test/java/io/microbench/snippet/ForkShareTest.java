// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Mode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ForkShareTest {

    private static final Duration SHORT = Duration.ofMillis(100);

    private static CasePlan plan(IterationPlan warmup, IterationPlan measurement) {
        return CasePlan.builder(Mode.THROUGHPUT)
                .timeUnit("SECONDS")
                .threads(1)
                .forks(1)
                .warmup(warmup)
                .measurement(measurement)
                .timeout(Duration.ofMinutes(1))
                .build();
    }

    private static double share(CasePlan plan, Phase phase, int number) {
        return SnippetEvents.share(plan, MadeRecords.iteration(phase, number, 1));
    }

    @Test
    void itIsTheTimeThatIsOver() {
        CasePlan usual = plan(new IterationPlan(5, SHORT, 1), new IterationPlan(1, Duration.ofMillis(500), 1));

        assertThat(share(usual, Phase.WARMUP, 1)).isCloseTo(0.1, within(1e-9));
        assertThat(share(usual, Phase.WARMUP, 5)).isCloseTo(0.5, within(1e-9));
        assertThat(share(usual, Phase.MEASUREMENT, 1)).isEqualTo(1);
    }

    @Test
    void iterationsWithoutADurationCountByTheirCalls() {
        CasePlan loop = plan(new IterationPlan(2, Duration.ZERO, 1000), new IterationPlan(2, Duration.ZERO, 1000));

        assertThat(share(loop, Phase.WARMUP, 1)).isEqualTo(0.25);
        assertThat(share(loop, Phase.MEASUREMENT, 1)).isEqualTo(0.75);
    }

    @Test
    void itIsNeverMoreThanAll() {
        CasePlan plan = plan(new IterationPlan(0, SHORT, 1), new IterationPlan(1, SHORT, 1));

        assertThat(share(plan, Phase.MEASUREMENT, 3)).isEqualTo(1);
    }
}
