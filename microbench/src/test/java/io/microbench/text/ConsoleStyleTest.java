// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.text.ConsoleStyle.Colour;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleStyleTest {

    @Test
    void usesColourOnTerminalOnly() {
        assertThat(ConsoleStyle.of(StandardCharsets.UTF_8, true, Map.of()).colour())
                .isTrue();
        assertThat(ConsoleStyle.of(StandardCharsets.UTF_8, false, Map.of()).colour())
                .isFalse();
    }

    @Test
    void respectsNoColorUnlessEmpty() {
        assertThat(ConsoleStyle.of(StandardCharsets.UTF_8, true, Map.of("NO_COLOR", "1"))
                        .colour())
                .isFalse();
        assertThat(ConsoleStyle.of(StandardCharsets.UTF_8, true, Map.of("NO_COLOR", ""))
                        .colour())
                .isTrue();
        assertThat(ConsoleStyle.of(StandardCharsets.UTF_8, true, Map.of("TERM", "dumb"))
                        .colour())
                .isFalse();
    }

    @Test
    void takesWidthOfTerminalFromColumns() {
        assertThat(ConsoleStyle.of(StandardCharsets.UTF_8, true, Map.of("COLUMNS", "132"))
                        .width())
                .isEqualTo(132);
        assertThat(ConsoleStyle.of(StandardCharsets.UTF_8, true, Map.of("COLUMNS", "wide"))
                        .width())
                .isEqualTo(80);
        assertThat(ConsoleStyle.of(StandardCharsets.UTF_8, true, Map.of()).width())
                .isEqualTo(80);
        assertThat(ConsoleStyle.of(StandardCharsets.UTF_8, false, Map.of("COLUMNS", "132"))
                        .width())
                .isZero();
    }

    @Test
    void replacesSymbolsByAsciiIfCharsetLacksThem() {
        ConsoleStyle ascii = ConsoleStyle.of(StandardCharsets.US_ASCII, false, Map.of());
        assertThat(ascii.text("1.0 ± 0.1 ≈ 3 µs ■■…")).isEqualTo("1.0 +- 0.1 ~ 3 us ##..");
        assertThat(ConsoleStyle.plain().text("1.0 ± 0.1")).isEqualTo("1.0 ± 0.1");
        assertThat(ConsoleStyle.of(StandardCharsets.ISO_8859_1, false, Map.of()).unicode())
                .isFalse();
    }

    @Test
    void removesControlCharacters() {
        assertThat(ConsoleStyle.plain().text("a\u001B[31mb\r\nc")).isEqualTo("a [31mb c");
    }

    @Test
    void usesColourOnlyOnRequest() {
        assertThat(new ConsoleStyle(0, true, true).paint(Colour.RED, "slower")).isEqualTo("\u001B[31mslower\u001B[0m");
        assertThat(new ConsoleStyle(0, true, true).paint(Colour.NONE, "same")).isEqualTo("same");
        assertThat(ConsoleStyle.plain().paint(Colour.RED, "slower")).isEqualTo("slower");
    }

    @Test
    void removesEscapeSequencesFromText() {
        assertThat(ConsoleStyle.plain().text("a\u001B[31mb\u009B2Jc\u202Ed\ne")).isEqualTo("a [31mb 2Jc d e");
    }
}
