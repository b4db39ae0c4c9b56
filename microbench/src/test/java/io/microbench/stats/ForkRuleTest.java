// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stats.ForkEstimate.ForkRule;
import io.microbench.stopping.TriedForkRule;
import org.junit.jupiter.api.Test;

class ForkRuleTest {

    private final ForkRule rule = new ForkRule(0.02, 2, 5);

    @Test
    void stopsAtMinimumIfForksAgree() {
        assertThat(rule.enough(10.0)).isFalse();
        assertThat(rule.enough(10.0, 10.0)).isTrue();
    }

    @Test
    void requestsForksUpToMaximumIfForksDiffer() {
        assertThat(rule.enough(10.0, 11.0)).isFalse();
        assertThat(rule.enough(10.0, 11.0, 12.0, 9.0)).isFalse();
        assertThat(rule.enough(10.0, 11.0, 12.0, 9.0, 10.0)).isTrue();
    }

    @Test
    void hasNoWidthForOneFork() {
        assertThat(ForkRule.halfWidth(10.0)).isInfinite();
        assertThat(ForkRule.halfWidth(10.0, 10.0, 10.0)).isZero();
        assertThat(ForkRule.halfWidth(10.0, 10.1, 9.9)).isBetween(0.02, 0.03);
    }

    private static TriedForkRule normal(int largest) {
        return new TriedForkRule(new ForkRule(0.03, 2, largest), TriedForkRule.Width.NORMAL);
    }

    @Test
    void stopsEarlierWithTwoStandardErrors() {
        TriedForkRule normal = normal(5);

        assertThat(normal.enough(10.0, 10.1)).isTrue();
        assertThat(new ForkRule(0.03, 2, 5).enough(10.0, 10.1)).isFalse();
        assertThat(normal.enough(10.0, 10.5)).isFalse();
        assertThat(normal.enough(10.0, 10.5, 10.25)).isTrue();
        assertThat(normal.enough(10.0)).isFalse();
        assertThat(normal.enough(10.0, 20.0, 10.0, 20.0, 10.0)).isTrue();
    }

    @Test
    void stopsAfterTwoForksWithinHalfOfPrecision() {
        TriedForkRule normal = normal(5);

        assertThat(normal.enough(10.0, 10.2)).as("two standard errors are 2 %").isFalse();
        assertThat(normal.enough(10.2, 10.0)).isFalse();
        assertThat(normal.enough(10.0, 10.2, 10.1)).isTrue();
        assertThat(normal(2).enough(10.0, 10.2))
                .as("no more than two are allowed")
                .isTrue();
    }
}
