// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedLinesTest {

    @Test
    void breaksBetweenWords() {
        assertThat(ConsoleStyle.wrap("WARNING: a call takes no longer than nothing", 20, "  "))
                .isEqualTo("WARNING: a call\n  takes no longer\n  than nothing");
    }

    @Test
    void breaksWordWiderThanTerminal() {
        assertThat(ConsoleStyle.wrap("abcdefghijklmnop", 6, "  ")).isEqualTo("abcdef\n  ghij\n  klmn\n  op");
    }

    @Test
    void keepsShortLines() {
        assertThat(ConsoleStyle.wrap("a b c", 5, "  ")).isEqualTo("a b c");
        assertThat(ConsoleStyle.wrap("a b c", 0, "  ")).isEqualTo("a b c");
        assertThat(ConsoleStyle.wrap("a b c", 2, "  ")).isEqualTo("a b c");
    }
}
