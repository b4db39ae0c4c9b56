// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void splitsAtBlanksOutsideQuotes() {
        assertThat(Words.of("  -Xmx1g\t'-Da=b c' -Dx=\"it's\" ")).containsExactly("-Xmx1g", "-Da=b c", "-Dx=it's");
        assertThat(Words.of(" ")).isEmpty();
    }

    @Test
    void keepsEmptyPartsWithOtherSeparator() {
        assertThat(Words.split("a, 'b,c',", ',')).containsExactly("a", "b,c", "");
    }

    @Test
    void requiresClosedQuotes() {
        assertThatThrownBy(() -> Words.of("a 'b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a quote is not closed");
    }

    @Test
    void shortensLongNames() {
        assertThat(Words.shortened("x".repeat(80))).isEqualTo("x".repeat(80));
        assertThat(Words.shortened("x".repeat(81))).isEqualTo("x".repeat(77) + "...");
        assertThat(Words.shortened("abcdefg", 6)).isEqualTo("abc...");
    }
}
