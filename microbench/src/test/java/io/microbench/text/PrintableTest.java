// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001B", "\u009B", "\u0085", "\u202E", "\u2066", "\u200F", "\u2028", "\u0000", "\u007F", "\uFEFF",
                "\b", "\uD800"
            })
    void replacesControlCharactersByBlanks(String hidden) {
        assertThat(Printable.line("a" + hidden + "b")).isEqualTo("a b");
        assertThat(Printable.lines("a" + hidden + "b\n")).isEqualTo("a b\n");
        assertThat(Printable.value("a" + hidden + "b")).isEqualTo("a b");
    }

    @Test
    void keepsPrintableCharacters() {
        String text = "größe 1,5 µs ± 3 % … 你好 \uD83D\uDC68\u200D\uD83D\uDC69";

        assertThat(Printable.line(text)).isEqualTo(text);
        assertThat(Printable.lines("a\tb\r\nc\n")).isEqualTo("a\tb\r\nc\n");
        assertThat(Printable.lines("seen\rgone")).isEqualTo("seen gone");
        assertThat(Printable.line("a\tb\r\nc")).isEqualTo("a b c");
    }

    @Test
    void quotesStartAndLengthOfLongValue() {
        assertThat(Printable.value("x".repeat(200))).isEqualTo("x".repeat(200));
        assertThat(Printable.value("x".repeat(5000))).isEqualTo("x".repeat(200) + "… (5000 characters)");
    }

    @Test
    void limitsAndCleansMessageOfException() {
        String message = new UserException("red \u001B[31m\n" + "x".repeat(172_954) + " Do this.") {}.getMessage();

        assertThat(message)
                .startsWith("red  [31m\nxxx")
                .endsWith("x Do this.")
                .contains("… (172973 characters) …")
                .hasSizeLessThan(10_100);
    }

    @Test
    void cleansEveryPrintMethodOfStream() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stream = Printable.stream(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        String bad = "\u001B[31mred\u009B2J\u202E";

        stream.print(bad);
        stream.println(bad);
        stream.println((Object) bad);
        stream.printf(Locale.ROOT, "%s%n", bad);
        stream.append(bad).append("µ");

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .doesNotContain("\u001B", "\u009B", "\u202E")
                .contains("[31mred 2J", "µ")
                .hasLineCount(4);
    }

    @Test
    void keepsZeroWidthSpaceAfterAtSignInReports() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Printable.reports(new PrintStream(bytes, true, StandardCharsets.UTF_8)).print("@\u200Bteam a\u200Bb");
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("@\u200Bteam a b");
    }

    @Test
    void keepsOnlyColoursOfReports() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stream = Printable.reports(new PrintStream(bytes, true, StandardCharsets.UTF_8));

        stream.print("\u001B[31mslower\u001B[0m \u001B[2J\u001B]0;title\u0007\u009B31m");

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("\u001B[31mslower\u001B[0m  [2J ]0;title 31m");
    }
}
