// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CasePlan.AdaptivePlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CasePlanTest {

    private static CasePlan adaptive() {
        CasePlan fixed = Runs.plan();
        return fixed.withAdaptive(new AdaptivePlan(Optional.of(0.02), 3, 10, "rule", 0.1), Duration.ofMillis(50));
    }

    @Test
    void keepsAdaptivePlanWithOtherArgumentsAndProfilers() {
        CasePlan plan = adaptive().withJvmArgs(List.of("-Xmx1g")).withProfilers(List.of("stack"));

        assertThat(plan.jvmArgs()).containsExactly("-Xmx1g");
        assertThat(plan.profilers()).containsExactly("stack");
        assertThat(plan)
                .usingRecursiveComparison()
                .ignoringFields("jvmArgs", "profilers")
                .isEqualTo(adaptive());
    }
}
