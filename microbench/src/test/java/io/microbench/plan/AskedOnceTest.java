// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.BenchmarkInstance.AskedOnce;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.Mode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.Options;

class AskedOnceTest {

    private int calls;

    private final AskedOnce once = new AskedOnce(options -> {
        calls++;
        return options.warmupIterations(7).param("size", "16").syncIterations(false);
    });

    private static CasePlan plan(int measured) {
        IterationPlan iterations = new IterationPlan(measured, Duration.ofMillis(250), 1);
        return CasePlan.builder(Mode.of("avgt"))
                .forks(2)
                .warmup(iterations)
                .measurement(iterations)
                .build();
    }

    @Test
    void aClassIsAskedOnceForAllForksOfACase() {
        for (int fork = 0; fork < 3; fork++) {
            AskedOptions asked = AskedOptions.of(plan(3), once);
            Options options = asked.options();

            assertThat(options.getWarmupIterations().get()).isEqualTo(7);
            assertThat(options.getMeasurementIterations().get()).isEqualTo(3);
            assertThat(options.getMeasurementTime().get()).hasToString("250 ms");
            assertThat(options.shouldSyncIterations().get()).isFalse();
            assertThat(asked.parameter("size")).contains(List.of("16"));
            // As for the fork that warms a fixture up, which changes what it gets.
            AskedOptions.of(plan(3), changed -> once.apply(changed).warmupIterations(0));
        }
        assertThat(calls).isEqualTo(1);

        assertThat(AskedOptions.of(plan(5), once)
                        .options()
                        .getMeasurementIterations()
                        .get())
                .isEqualTo(5);
        assertThat(calls).isEqualTo(2);
    }
}
