// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.text.Quantity.Unit;
import io.microbench.text.Quantity.UnitChoice;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {

    private static final double[] MIXED = {500, 2_000, 3_000, 4e6, 5e6, 6e9};

    @ParameterizedTest
    @CsvSource({
        "COUNT, 1234567, 1.23 M",
        "COUNT, 567, 567",
        "COUNT, 567.5, 567.50",
        "COUNT, 0, 0",
        "COUNT, 999996, 1.00 M",
        "COUNT, 25851, 25.85 k",
        "COUNT, 7.5e15, '7,500 T'",
        "COUNT, -2500, -2.50 k",
        "MEMORY, 1023, '1,023 B'",
        "MEMORY, 1536, 1.50 KiB",
        "MEMORY, 1048576, 1 MiB",
        "MEMORY, 1040.0025, 1.02 KiB",
        "DURATION, 0.25, 0.25 ns",
        "DURATION, 0.0123, 0.0123 ns",
        "DURATION, 290830, 290.83 µs",
        "DURATION, 2e9, 2 s",
        "DURATION, 90e9, 1.50 min",
        "DURATION, 7200e9, 2 h"
    })
    void writesValueInSuitableUnit(Quantity quantity, double value, String text) {
        assertThat(quantity.format(value)).isEqualTo(text);
    }

    @Test
    void writesNonFiniteNumbers() {
        assertThat(Quantity.DURATION.format(Double.NaN)).isEqualTo("n/a");
        assertThat(Quantity.COUNT.format(Double.POSITIVE_INFINITY)).isEqualTo("∞");
    }

    @ParameterizedTest
    @CsvSource({"BEST, M", "LARGEST, G", "SMALLEST, ''", "NONE, ''"})
    void choosesOneUnitForMixedList(UnitChoice choice, String symbol) {
        assertThat(Quantity.COUNT.unitFor(choice, MIXED).symbol()).isEqualTo(symbol);
    }

    @Test
    void prefersLargerOfEquallySuitableUnits() {
        assertThat(Quantity.DURATION
                        .unitFor(UnitChoice.BEST, 5, 6, 7_000, 8_000)
                        .symbol())
                .isEqualTo("µs");
    }

    @Test
    void ignoresZerosAndGaps() {
        assertThat(Quantity.COUNT
                        .unitFor(UnitChoice.SMALLEST, 0, Double.NaN, 3e6)
                        .symbol())
                .isEqualTo("M");
        assertThat(Quantity.MEMORY.unitFor(UnitChoice.LARGEST).symbol()).isEqualTo("B");
    }

    @Test
    void writesListInOneUnit() {
        Unit unit = Quantity.COUNT.unitFor(UnitChoice.LARGEST, 1234567, 890);
        List<String> written = Arrays.stream(new double[] {1234567, 890})
                .mapToObj(unit::format)
                .toList();
        assertThat(written).containsExactly("1.23 M", "0.000890 M");
    }
}
