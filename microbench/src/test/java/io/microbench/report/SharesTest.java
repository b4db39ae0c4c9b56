// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stats.Interval;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharesTest {

    @ParameterizedTest
    @CsvSource({
        "1.4551, 1.5301, 1.45x to 1.54x",
        "1.0501, 1.0631, 1.050x to 1.064x",
        "1.002, 1.0071, 1.0020x to 1.0071x",
        "2.14, 2.36, 2.14x to 2.36x",
        "3.14, 3.36, 3.1x to 3.4x",
        "14.2, 118.7, 14x to 119x",
        "1.2, 1.2, 1.20x to 1.20x",
        "3, Infinity, 3.0x to ∞x"
    })
    void roundsEndsOfIntervalOutwards(double low, double high, String words) {
        assertThat(Shares.factors(new Interval(low, high, 0.99))).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"1.00321, 1.0032x", "1.0631, 1.063x", "1.305, 1.31x", "2.004, 2.00x", "3.649, 3.6x", "118.7, 119x"})
    void roundsRatioToNearest(double ratio, String words) {
        assertThat(Shares.factor(ratio)).isEqualTo(words);
    }
}
