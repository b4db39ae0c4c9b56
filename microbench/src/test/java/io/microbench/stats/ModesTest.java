/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ModesTest {

    @Test
    void reproducesBencheesVectors() {
        assertThat(Modes.exact(DescriptiveTest.BENCHEE)).containsExactly(400, 500);
        assertThat(Modes.exact(DescriptiveTest.BENCHEE_OUTLIERS)).containsExactly(450, 500);
    }

    @Test
    void nothingThatRepeatsIsNoMode() {
        assertThat(Modes.exact(new double[] {1, 2, 3})).isEmpty();
        assertThat(Modes.exact(new double[] {1})).isEmpty();
    }

    @Test
    void aSingleMostFrequentValueIsTheOnlyMode() {
        assertThat(Modes.exact(new double[] {3, 1, 3, 1, 3})).containsExactly(3);
    }

    @Test
    void theOrderOfTheValuesDoesNotMatter() {
        assertThat(Modes.exact(new double[] {5, 1, 4, 5, 1, 4, 9})).containsExactly(1, 4, 5);
    }

    @Test
    void continuousValuesHaveModesByBin() {
        double[] values = new Simulation(21, 0.05, 0).values(2_000, 100);

        assertThat(Modes.exact(values)).isEmpty();
        assertThat(Modes.binned(values)).hasSize(1);
        Modes.Bin mode = Modes.binned(values).get(0);
        assertThat((mode.from() + mode.to()) / 2).isCloseTo(100, within(2.0));
        assertThat(Arrays.stream(values)
                        .filter(value -> value >= mode.from() && value < mode.to())
                        .count())
                .isEqualTo(mode.count());
    }

    @Test
    void theBinIsAsWideAsFreedmanAndDiaconisSay() {
        double[] values = new Simulation(22, 0.1, 0).values(343, 100);
        Modes.Bin mode = Modes.binned(values).get(0);

        assertThat(mode.to() - mode.from())
                .isCloseTo(2 * Percentiles.of(values).interquartileRange() / 7, within(1e-9));
    }

    @Test
    void twoPeaksOfOneHeightAreTwoBins() {
        // Quartiles 1.1 and 3.3, hence bins of 2 * 2.2 / 2 from 1 on: [1, 3.2) and [3.2, 5.4) with four values each.
        assertThat(Modes.binned(new double[] {1, 1.1, 1.2, 1.3, 3.2, 3.3, 3.2, 3.4}))
                .hasSize(2)
                .allSatisfy(bin -> assertThat(bin.count()).isEqualTo(4));
    }

    @Test
    void aFarOutlierCostsNothing() {
        double[] values = new Simulation(23, 0.01, 0).values(100, 1);
        values[7] = 1e12;

        assertThat(Modes.binned(values)).isNotEmpty().allSatisfy(bin -> assertThat(bin.to())
                .isLessThan(2));
    }

    @Test
    void valuesThatAreMostlyEqualAreCountedExactly() {
        assertThat(Modes.binned(new double[] {8, 8, 8, 8, 8, 8, 24})).containsExactly(new Modes.Bin(8, 8, 6));
    }

    @Test
    void aSingleValueIsNoModeAndSkewGathersInTheFirstBin() {
        assertThat(Modes.binned(new double[] {1})).isEmpty();
        assertThat(Modes.binned(new double[] {1, 2, 4, 8, 16, 32, 64, 128}))
                .as("quartiles 2.5 and 56: the first bin holds six")
                .containsExactly(new Modes.Bin(1, 54.5, 6));
    }

    @Test
    void refusesNoValues() {
        assertThatThrownBy(() -> Modes.exact(new double[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Modes.binned(new double[] {Double.NaN})).isInstanceOf(IllegalArgumentException.class);
    }
}
