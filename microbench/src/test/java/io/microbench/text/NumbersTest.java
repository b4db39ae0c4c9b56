// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "11658.8124, '11,658.812'",
        "999.9999, '1,000.000'",
        "-123456.7, '-123,456.700'",
        "0.1, 0.100",
        "0, 0.000",
        "0.0123456, 0.0123",
        "0.00099999, 0.00100",
        "0.00000123456, 0.00000123",
        "-2.5, -2.500",
        "1.5e12, '1,500,000,000,000.000'",
        "1.2345e-12, 1.23e-12"
    })
    void writesScoresLikeJmhKeepingSmallOnesVisible(double score, String text) {
        assertThat(Numbers.score(score)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1171100658.145 | 1.17 G",
                "2500000 | 2.50 M",
                "1000000 | 1 M",
                "999999.9 | 1,000,000",
                "603821.485 | 603,821",
                "11658.812 | 11,659",
                "1234.567 | 1,234.6",
                "123.456 | 123.46",
                "12.3456 | 12.346",
                "0.5 | 0.500",
                "0.0123 | 0.0123",
                "0 | 0.000",
                "-1234.567 | -1,234.6",
                "NaN | n/a",
                "Infinity | ∞"
            })
    void writesScoresOfPagesWithFiveDigits(double score, String text) {
        assertThat(Numbers.brief(score)).isEqualTo(text);
    }

    @Test
    void writesNonFiniteNumbers() {
        assertThat(Numbers.score(Double.NaN)).isEqualTo("n/a");
        assertThat(Numbers.score(Double.POSITIVE_INFINITY)).isEqualTo("∞");
        assertThat(Numbers.score(Double.NEGATIVE_INFINITY)).isEqualTo("-∞");
        assertThat(Numbers.change(Double.NaN)).isEqualTo("n/a");
    }

    @Test
    void writesErrorWithDecimalsOfScore() {
        assertThat(Numbers.error(120.72849, 11658.8)).isEqualTo("120.728");
        assertThat(Numbers.error(12072.849, 11658.8)).isEqualTo("12,072.849");
        assertThat(Numbers.error(0.00012, 0.0123)).isEqualTo("0.0001");
        assertThat(Numbers.error(0.000001, 5)).isEqualTo("0.001");
        assertThat(Numbers.error(Double.NaN, 5)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.0123, +1.23%", "-0.0123, -1.23%", "0.5, +50.0%", "12, +1200%", "0, +0.00%"})
    void writesChangesWithSign(double share, String text) {
        assertThat(Numbers.change(share)).isEqualTo(text);
    }

    @Test
    void writesProbabilities() {
        assertThat(Numbers.probability(0.0499)).isEqualTo("0.050");
        assertThat(Numbers.probability(0.001)).isEqualTo("0.001");
        assertThat(Numbers.probability(0.00099)).isEqualTo("9.9e-4");
        assertThat(Numbers.probability(2.4e-7)).isEqualTo("2.4e-7");
        assertThat(Numbers.probability(1e-10)).isEqualTo("<1e-9");
        assertThat(Numbers.probability(0)).isEqualTo("<1e-9");
        assertThat(Numbers.probability(Double.NaN)).isEqualTo("n/a");
    }

    @Test
    void writesLimitsWithFiveDigitsWithoutTrailingZeros() {
        assertThat(Numbers.plain(1234567.8)).isEqualTo("1234568");
        assertThat(Numbers.plain(8855.815)).isEqualTo("8855.8");
        assertThat(Numbers.plain(0.000123456)).isEqualTo("0.00012346");
        assertThat(Numbers.plain(24)).isEqualTo("24");
        assertThat(Numbers.plain(0)).isEqualTo("0");
        assertThat(Numbers.plain(Double.NaN)).isEqualTo("n/a");
    }

    @Test
    void formatsLevelsWithoutTrailingZeros() {
        assertThat(Numbers.level(0.999)).isEqualTo("99.9%");
        assertThat(Numbers.level(0.01)).isEqualTo("1%");
        assertThat(Numbers.level(1)).isEqualTo("100%");
        assertThat(Numbers.level(0)).isEqualTo("0%");
    }

    @Test
    void formatsIntervalOfRatioUnlessItIsTooWide() {
        assertThat(Numbers.changes(0.95, 1.1)).isEqualTo("[-5.00%, +10.0%]");
        assertThat(Numbers.changes(0.5, 5)).isEqualTo("[-50.0%, +400.0%]");
        assertThat(Numbers.changes(0.004, 363)).isEqualTo("too wide");
        assertThat(Numbers.changes(0.01, 0.5)).isEqualTo("[-99.0%, -50.0%]");
        assertThat(Numbers.changes(0, Double.POSITIVE_INFINITY)).isEqualTo("too wide");
    }

    @Test
    void isIndependentOfLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Numbers.score(1234.5)).isEqualTo("1,234.500");
            assertThat(Numbers.score(1e-12)).isEqualTo("1.00e-12");
        } finally {
            Locale.setDefault(before);
        }
    }
}
