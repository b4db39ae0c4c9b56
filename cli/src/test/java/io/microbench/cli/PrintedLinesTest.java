// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.Destination.PrintedLines;
import io.microbench.text.Printable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrintedLinesTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream printed = Printable.reports(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    /** A lone carriage return or surrogate would be printed as a blank. */
    @Test
    void printsPiecesUnchanged() throws IOException {
        String text = "case,𝛑\r\n".repeat(30_000) + "no end";
        try (Writer out = new PrintedLines(printed)) {
            for (int i = 0; i < text.length(); i += 7) {
                out.write(text, i, Math.min(7, text.length() - i));
            }
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(text);
    }

    @Test
    void printsCompleteLinesImmediately() throws IOException {
        try (Writer out = new PrintedLines(printed)) {
            out.write("line\n".repeat(100_000));

            assertThat(bytes.size()).isPositive();
        }
        assertThat(bytes.size()).isEqualTo(500_000);
    }

    @Test
    void removesControlCharacters() throws IOException {
        try (Writer out = new PrintedLines(printed)) {
            out.write("a\u009Bb\u202Ec\n");
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("a b c\n");
    }
}
