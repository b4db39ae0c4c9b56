// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemTest {

    private static final String THREE_LINES = "first\n\tsecond = x  \nthird";

    private static List<String> lines(String text, int offset) {
        return CompileReport.pointedAt("--init", text, offset, "cannot find symbol")
                .lines()
                .toList();
    }

    /** Returns the character of the line that the caret points at. */
    private static char pointedAt(List<String> lines) {
        return lines.get(1).charAt(lines.get(2).indexOf('^'));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 1",
        "4, 1, 5",
        "5, 1, 6",
        "6, 2, 1",
        "15, 2, 10",
        "19, 2, 14",
        "20, 3, 1",
        "24, 3, 5",
        "99, 3, 6",
        "-1, 1, 1"
    })
    void countsLinesAndColumnsFromOne(int offset, int line, int column) {
        assertThat(CompileReport.pointedAt("snippet", THREE_LINES, offset, "wrong"))
                .startsWith("snippet, line " + line + ", column " + column + ": wrong");
    }

    @Test
    void showsLineWithCaret() {
        assertThat(lines(THREE_LINES, 16))
                .containsExactly("--init, line 2, column 11: cannot find symbol", "  \tsecond = x", "  \t         ^");
    }

    @Test
    void putsCaretAfterTextForTrailingBlanks() {
        assertThat(lines("a   ", 4)).containsExactly("--init, line 1, column 5: cannot find symbol", "  a", "   ^");
        assertThat(lines("", 0)).containsExactly("--init, line 1, column 1: cannot find symbol", "  ", "  ^");
    }

    @ParameterizedTest
    @CsvSource({"0", "49", "150", "251", "299"})
    void cutsLongLineAroundPosition(int offset) {
        String text = "a".repeat(offset) + "x" + "a".repeat(299 - offset);
        List<String> lines = lines(text, offset);

        assertThat(lines.get(1).replace("...", "").strip()).hasSize(100);
        assertThat(lines.get(1).startsWith("  ...")).isEqualTo(offset > 50);
        assertThat(lines.get(1).endsWith("...")).isEqualTo(offset < 250);
        assertThat(pointedAt(lines)).isEqualTo('x');
    }

    @Test
    void showsWholeLineOfHundredCharacters() {
        String text = "a".repeat(99) + "x";

        assertThat(lines(text, 99).get(1)).isEqualTo("  " + text);
        assertThat(lines("a" + text, 100).get(1)).isEqualTo("  ..." + text);
    }
}
