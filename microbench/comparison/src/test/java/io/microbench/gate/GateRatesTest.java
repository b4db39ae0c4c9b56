// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.gate.GateRates.Change;
import io.microbench.gate.GateRates.Rates;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks a small version of the output of {@link GateRates}, with a seed, so that the result is always the same. */
@Tag("any-jdk")
class GateRatesTest {

    @Test
    void nominatesFewUnchangedCasesAndConfirmsNone() {
        Rates rates = GateRates.rates(2, 1, 40, false, 0, nights -> 1);

        assertThat(rates.nominations()).isLessThan(10);
        assertThat(rates.red).isZero();
    }

    @Test
    void confirmsMostFivePercentStepsWithinTenNights() {
        Rates rates = GateRates.rates(15, 3, 19, false, GateRates.CHANGED, Change.step(0.05));

        assertThat(rates.confirmed(10)).isGreaterThanOrEqualTo(0.65);
    }

    @Test
    void confirmsMostGradualLossesWithinTwentyNights() {
        Rates rates = GateRates.rates(30, 3, 29, false, GateRates.CHANGED, Change.creep(0.005));

        assertThat(rates.confirmed(20)).isGreaterThanOrEqualTo(0.60);
    }
}
