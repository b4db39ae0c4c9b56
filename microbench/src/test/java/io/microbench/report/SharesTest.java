// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stats.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharesTest {

    private static Interval speed(double low, double high) {
        return new Interval(low, high, 0.99);
    }

    @ParameterizedTest
    @CsvSource({
        "1.4551, 1.5301, 31-35% slower than pooled",
        "1.0501, 1.0631, 4.7-6% slower than pooled",
        "1.002, 1.0071, 0.19-0.71% slower than pooled",
        "1.0501, 1.1301, 4-12% slower than pooled",
        "2.14, 2.36, 2.1-2.4 times slower than pooled",
        "1.9, 2.36, 1.9-2.4 times slower than pooled",
        "14.2, 118.7, 14-119 times slower than pooled",
        "3, Infinity, 3-∞ times slower than pooled"
    })
    void roundsOutwards(double low, double high, String words) {
        assertThat(Shares.slower(speed(low, high), "pooled")).isEqualTo(words);
    }

    @Test
    void writesOneNumberWhereBothEndsAreTheSame() {
        assertThat(Shares.slower(speed(1.25, 1.25), "a")).isEqualTo("20% slower than a");
        assertThat(Shares.slower(speed(4, 4), "a")).isEqualTo("4 times slower than a");
    }

    @Test
    void writesTheLeastThatIsLost() {
        assertThat(Shares.leastLost(1.459)).isEqualTo("31%");
        assertThat(Shares.leastLost(2.19)).isEqualTo("2.1 times");
    }
}
