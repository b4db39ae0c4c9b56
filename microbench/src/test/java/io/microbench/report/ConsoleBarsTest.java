// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.report.ConsoleCurves.Bar;
import io.microbench.text.ConsoleStyle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleBarsTest {

    private static final List<Bar> INSERTS =
            List.of(new Bar("Khepri (safe)", 567), new Bar("Khepri (unsafe)", 3862), new Bar("Mnesia", 5631));

    /** The chart in the README of khepri-benchmark, in which the fastest inserts reach 25,851 per second. */
    @Test
    void drawsBarsOfReference() {
        assertThat(ConsoleCurves.render(
                        "Inserts, 3-node cluster, no concurrency", INSERTS, 25851, ConsoleStyle.plain()))
                .isEqualTo("""
                        Inserts, 3-node cluster, no concurrency
                              Khepri (safe): ■■ 567 ops/s
                            Khepri (unsafe): ■■■■■■■■ 3,862 ops/s
                                     Mnesia: ■■■■■■■■■■■ 5,631 ops/s
                        """);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 100, 0",
        "0.001, 100, 1",
        "2, 100, 1",
        "2.1, 100, 2",
        "100, 100, 50",
        "150, 100, 50",
        "5, 0, 0",
        "NaN, 9, 0"
    })
    void roundsUpToWholeBlocks(double value, double largest, int blocks) {
        assertThat(ConsoleCurves.blocks(value, largest, ConsoleCurves.LENGTH)).isEqualTo(blocks);
    }

    @Test
    void drawsNothingForZero() {
        assertThat(ConsoleCurves.render("t", List.of(new Bar("a", 0)), 5, ConsoleStyle.plain()))
                .isEqualTo("t\n    a: 0 ops/s\n");
    }

    @Test
    void fitsWidthOfConsole() {
        String drawn = ConsoleCurves.render("t", INSERTS, 5631, new ConsoleStyle(60, true, false));
        assertThat(drawn.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
        assertThat(drawn.lines().toList().get(3)).hasSize(60);
    }

    @Test
    void usesAsciiAndColourAsConsoleSupports() {
        assertThat(ConsoleCurves.render("t", INSERTS, 5631, new ConsoleStyle(0, false, false)))
                .isASCII()
                .contains("##");
        assertThat(ConsoleCurves.render("t", INSERTS, 5631, new ConsoleStyle(0, true, true)))
                .contains("\u001B[34m", "\u001B[33m", "\u001B[32m");
    }
}
