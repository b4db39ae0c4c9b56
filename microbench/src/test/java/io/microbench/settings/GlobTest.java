// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.settings.CaseFilter.Glob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "abc    | abc    | true",
                "abc    | abcd   | false",
                "abc    | ab     | false",
                "*      | ''     | true",
                "*      | abc    | true",
                "''     | ''     | true",
                "''     | a      | false",
                "a*c    | abbbc  | true",
                "a*c    | abbb   | false",
                "a*     | a      | true",
                "**a**  | bab    | true",
                "*ab*ab | abxab  | true",
                "*ab*ab | ab     | false",
                "a?c    | abc    | true",
                "a?c    | ac     | false",
                "a.c    | abc    | false",
                "[ab]   | a      | false",
                "a*b?d  | axxbcd | true",
                "A      | a      | false"
            })
    void matchesWholeText(String pattern, String text, boolean expected) {
        assertThat(Glob.matches(pattern, text)).isEqualTo(expected);
    }

    @Test
    void matchesManyStarsInPolynomialTime() {
        String pattern = "*a".repeat(200) + "b";
        String text = "a".repeat(20_000);

        assertThat(Glob.matches(pattern, text)).isFalse();
    }
}
