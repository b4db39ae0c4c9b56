/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

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
    void aPairOfWhichOneForkHasNoValueIsLeftOutOnBothSides(double none) {
        pair(1, 100, none);
        pair(2, 101, 102);
        pair(3, none, 103);

        assertThat(forks.values(Side.BASELINE)).containsExactly(101);
        assertThat(forks.values(Side.CANDIDATE)).containsExactly(102);
    }

    @Test
    void aForkWhoseOtherHasNotRunIsInNoPair() {
        pair(1, 100, 101);
        forks.add(Side.BASELINE, Fixtures.report(2, 102));

        assertThat(forks.values(Side.BASELINE)).containsExactly(100);
        assertThat(forks.values(Side.CANDIDATE)).containsExactly(101);
    }
}
