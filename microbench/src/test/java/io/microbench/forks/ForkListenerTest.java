// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.plan.PlannedCase;
import io.microbench.run.EndlessFixture;
import io.microbench.run.TestPlans;
import org.junit.jupiter.api.Test;

class ForkListenerTest {

    @Test
    void convertsScoresOfAllModesToRates() {
        PlannedCase throughput = TestPlans.of(EndlessFixture.class, "working").planned();
        PlannedCase average = TestPlans.of(EndlessFixture.class, "working")
                .mode("avgt")
                .threads(4)
                .planned();

        assertThat(ForkListener.operationsPerSecond(throughput.plan(), 2.5)).isCloseTo(2500, within(1e-6));
        assertThat(ForkListener.operationsPerSecond(average.plan(), 2)).isCloseTo(2000, within(1e-6));
    }
}
