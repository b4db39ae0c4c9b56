// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.stats.Percentiles.Fences;
import org.junit.jupiter.api.Test;

class FencesTest {

    @Test
    void reproducesFirstVectorOfBenchee() {
        Fences fences = Fences.of(DescriptiveTest.BENCHEE);

        assertThat(fences).isEqualTo(new Fences(100, 900));
        assertThat(fences.outliers(DescriptiveTest.BENCHEE)).isEmpty();
    }

    @Test
    void reproducesSecondVectorOfBenchee() {
        double[] values = DescriptiveTest.BENCHEE_OUTLIERS;
        Fences fences = Fences.of(values);

        assertThat(fences).isEqualTo(new Fences(87.5, 787.5));
        assertThat(fences.outliers(values)).containsExactly(50, 50, 900);
    }

    @Test
    void includesValueOnFence() {
        Fences fences = new Fences(10, 20);

        assertThat(fences.outliers(new double[] {10})).isEmpty();
        assertThat(fences.outliers(new double[] {20})).isEmpty();
        assertThat(fences.outliers(new double[] {Math.nextDown(10.0)})).hasSize(1);
        assertThat(fences.outliers(new double[] {Math.nextUp(20.0)})).hasSize(1);
    }

    @Test
    void keepsOrderOfValues() {
        double[] values = {500, 1, 10, 11, 12, 13, -300, 12};

        assertThat(Fences.of(new double[] {10, 11, 12, 13, 12}).outliers(values))
                .containsExactly(500, 1, -300);
    }

    @Test
    void findsNoOutlierInOneValue() {
        assertThat(Fences.of(new double[] {7}).outliers(new double[] {7})).isEmpty();
    }

    @Test
    void rejectsEmptyInput() {
        assertThatThrownBy(() -> Fences.of(new double[0])).isInstanceOf(IllegalArgumentException.class);
    }
}
