// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairedForksTest {

    private final PairedForks forks = new PairedForks(Fixtures.paired("encode"));

    private void pair(int number, double baseline, double candidate) {
        forks.add(Side.BASELINE, Fixtures.report(number, baseline));
        forks.add(Side.CANDIDATE, Fixtures.report(number, candidate));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void skipsPairIfOneForkHasNoValue(double none) {
        pair(1, 100, none);
        pair(2, 101, 102);
        pair(3, none, 103);

        assertThat(forks.values(Side.BASELINE)).containsExactly(101);
        assertThat(forks.values(Side.CANDIDATE)).containsExactly(102);
    }

    private static double logRatio(boolean together, double[] baseline, double[] candidate) {
        PairedCase paired = Fixtures.paired("encode");
        PairedForks both = new PairedForks(
                new PairedCase(paired.id(), paired.baselinePlan(), paired.candidatePlan(), together, false));
        both.add(Side.BASELINE, Fixtures.measured(1, baseline));
        both.add(Side.CANDIDATE, Fixtures.measured(1, candidate));
        double[] ratios = both.logRatios();
        assertThat(ratios).hasSize(1);
        return ratios[0];
    }

    @Test
    void usesMedianRatioOfSimultaneousIterations() {
        // Disturbances affect both sides; the candidate takes 1.1 times as long in all pairs but one.
        double[] baseline = {100, 300, 500, 100, 200, 100};
        double[] candidate = {110, 330, 550, 400, 220, 110};

        assertThat(logRatio(true, baseline, candidate)).isCloseTo(Math.log(1.1), within(1e-12));
        assertThat(logRatio(false, baseline, candidate)).isCloseTo(Math.log(275 / 150.0), within(1e-12));
    }

    @Test
    void comparesOnlyIterationsOfTheSameNumber() {
        assertThat(logRatio(true, new double[] {100, 100, 100}, new double[] {120, 120, 120, 900, 900, 900, 900}))
                .isCloseTo(Math.log(1.2), within(1e-12));
        assertThat(logRatio(true, new double[] {100, Double.NaN, 100, 100}, new double[] {120, 500, 120, 120}))
                .isCloseTo(Math.log(1.2), within(1e-12));
        assertThat(logRatio(true, new double[] {0, 100}, new double[] {100, 0})).isNaN();
    }

    @Test
    void ignoresForkWithoutCounterpart() {
        pair(1, 100, 101);
        forks.add(Side.BASELINE, Fixtures.report(2, 102));

        assertThat(forks.values(Side.BASELINE)).containsExactly(100);
        assertThat(forks.values(Side.CANDIDATE)).containsExactly(101);
    }
}
