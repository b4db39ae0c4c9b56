/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SummaryTest {

    @Test
    void holdsEveryNumberOfBencheesTable() {
        Summary summary = Summary.of(DescriptiveTest.BENCHEE);

        assertThat(summary.count()).isEqualTo(9);
        assertThat(summary.mean()).isEqualTo(500);
        assertThat(summary.standardDeviation()).hasValue(200);
        assertThat(summary.deviationPercent()).hasValue(40);
        assertThat(summary.min()).isEqualTo(200);
        assertThat(summary.median()).isEqualTo(500);
        assertThat(summary.max()).isEqualTo(900);
        assertThat(summary.percentiles().at(99)).isEqualTo(900);
        assertThat(summary.fences()).isEqualTo(new Fences(100, 900));
    }

    @Test
    void countsOutliersInUnlessAskedToLeaveThemOut() {
        double[] values = DescriptiveTest.BENCHEE_OUTLIERS;
        Summary all = Summary.of(values);
        Summary kept = Summary.of(all.fences().without(values));

        assertThat(all.mean()).isEqualTo(445);
        assertThat(all.max()).isEqualTo(900);
        assertThat(kept.count()).isEqualTo(7);
        assertThat(kept.min()).isEqualTo(450);
        assertThat(kept.max()).isEqualTo(600);
    }

    @Test
    void oneValueIsASummaryWithoutDeviation() {
        Summary summary = Summary.of(new double[] {3.5});

        assertThat(summary.count()).isOne();
        assertThat(summary.mean()).isEqualTo(3.5);
        assertThat(summary.standardDeviation()).isEmpty();
        assertThat(summary.deviationPercent()).isEmpty();
        assertThat(summary.fences()).isEqualTo(new Fences(3.5, 3.5));
    }

    @Test
    void refusesNoValues() {
        assertThatThrownBy(() -> Summary.of(new double[0])).isInstanceOf(IllegalArgumentException.class);
    }
}
