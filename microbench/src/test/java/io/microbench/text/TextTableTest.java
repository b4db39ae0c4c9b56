// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.text.ConsoleStyle.Colour;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {

    private static ConsoleStyle wide(int width) {
        return new ConsoleStyle(width, true, false);
    }

    private static TextTable sums(ConsoleStyle style) {
        TextTable table = new TextTable(style).left("Case").right("Score").left("Unit");
        table.row(List.of("a.b.Sums.array", "1.5", "ns/op"));
        table.row(List.of("a.b.Sums.stream", "120.25", ""));
        return table;
    }

    @Test
    void alignsNamesLeftAndNumbersRight() {
        assertThat(sums(ConsoleStyle.plain()).render()).isEqualTo("""
                Case              Score  Unit
                a.b.Sums.array      1.5  ns/op
                a.b.Sums.stream  120.25
                """);
    }

    @Test
    void returnsWidthOfWidestLine() {
        TextTable table = sums(ConsoleStyle.plain());

        assertThat(table.width()).isEqualTo("a.b.Sums.array      1.5  ns/op".length());
        assertThat(sums(wide(20)).width()).as("if nothing is cut").isEqualTo(table.width());
    }

    @Test
    void cutsMiddleOfLongNamesToFitWidth() {
        assertThat(sums(wide(27)).render()).isEqualTo("""
                Case           Score  Unit
                a.b…ms.array     1.5  ns/op
                a.b…s.stream  120.25
                """);
    }

    @Test
    void cutsEndIfStartDistinguishesNames() {
        assertThat(sums(wide(27)).cuttingEnds().render())
                .contains("a.b.Sums.ar… ", "a.b.Sums.st… ")
                .doesNotContain("array");
    }

    @Test
    void movesLongRemarksBelowTableOnce() {
        TextTable table = new TextTable(ConsoleStyle.plain()).left("Case").remarks("Remarks");
        table.row(List.of("a", "short"));
        table.row(List.of("b", "beyond the tolerance; at least 6 forks per side are needed, " + "or more ".repeat(9)));
        table.row(List.of("c", "slower; at least 6 forks per side are needed, " + "or more ".repeat(9)));
        table.row(List.of("d", "one sentence of many words " + "and more ".repeat(9) + "without an end"));
        table.row(List.of("e"), "FAILED: " + "x".repeat(99), Colour.RED);

        String forks = "at least 6 forks per side are needed, " + "or more ".repeat(9);
        assertThat(table.render())
                .isEqualTo("""
                Case  Remarks
                a     short
                b     beyond the tolerance [1]
                c     slower [1]
                d     one sentence of many words and more and more and more… [2]
                e     FAILED: %s… [3]
                [1] %s
                [2] one sentence of many words %swithout an end
                [3] FAILED: %s
                """.formatted("x".repeat(33), forks, "and more ".repeat(9), "x".repeat(99)));
    }

    @Test
    void keepsNumbersOnVeryNarrowConsole() {
        assertThat(sums(wide(5)).render().lines())
                .containsExactly("Case        Score  Unit", "a.….array     1.5  ns/op", "a.…stream  120.25");
    }

    @Test
    void cutsOneMoreCharacterForTwoCharacterEllipsis() {
        assertThat(sums(new ConsoleStyle(5, false, false)).render()).contains("\na...array     1.5");
    }

    @Test
    void supportsGapsAndWidthsPerColumn() {
        TextTable table =
                new TextTable(ConsoleStyle.plain()).left("A", 4).right("B", 1).right("C", 3, 5);
        table.row(List.of("a", "b", "c"));

        assertThat(table.render()).isEqualTo("A    B       C\na    b       c\n");
    }

    @Test
    void extendsTextOverColumnsWithoutCells() {
        TextTable table = sums(wide(36));
        table.row(List.of("a.b.Sums.map"), "FAILED: OutOfMemoryError: Java heap", Colour.NONE);

        assertThat(table.render().lines().toList().get(3)).isEqualTo("a.b.Sums.map     FAILED: Out… [1]");
        assertThat(table.render()).endsWith("\n[1] FAILED: OutOfMemoryError: Java heap\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bad\u001B[2Jname", "two\nlines"})
    void writesCellOnOneLineWithoutControlCharacters(String name) {
        TextTable table = new TextTable(ConsoleStyle.plain()).left("Case");
        table.row(List.of(name));

        assertThat(table.render().lines()).hasSize(2);
        assertThat(table.render()).doesNotContain("\u001B");
    }

    @Test
    void coloursRowsButNotHeader() {
        TextTable table = new TextTable(new ConsoleStyle(0, true, true)).left("Case");
        table.row(List.of("slow"), Colour.RED);

        assertThat(table.render()).isEqualTo("Case\n\u001B[31mslow\u001B[0m\n");
    }
}
