// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stats.SequentialOrder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs a part of {@code src/build/check-false-order}. */
class FalseOrderRatesTest {

    private static final int TABLES = 5_000;

    static Stream<Arguments> populations() {
        return OrderPopulation.ALL.stream().flatMap(population -> IntStream.rangeClosed(2, 4)
                .filter(rows -> rows >= population.from())
                .mapToObj(rows -> Arguments.of(population, rows)));
    }

    @ParameterizedTest
    @MethodSource("populations")
    void distinguishesEqualRowsInAtMostOnePercentOfTables(OrderPopulation population, int rows) {
        assertThat(FalseOrderRates.Rates.of(
                                FalseOrderRates.made(population, TABLES).apply(rows), 1)
                        .any())
                .isLessThanOrEqualTo(SequentialOrder.LEVEL);
    }

    @Test
    void detectsTenfoldDifferenceWithTwoForksPerRow() {
        OrderPopulation population = OrderPopulation.logNormal(0.02);

        FalseOrderRates.Rates rates =
                FalseOrderRates.Rates.of(FalseOrderRates.made(population, 1000).apply(2), 10);

        assertThat(rates.last()).isEqualTo(1);
        assertThat(rates.forks()).isLessThan(2.01);
    }

    @Test
    void usesAtMostThreeForksPerRow() {
        OrderPopulation population = OrderPopulation.logNormal(0.05);

        assertThat(FalseOrderRates.Rates.of(
                                FalseOrderRates.made(population, 1000).apply(4), 1.05)
                        .forks())
                .isEqualTo(3);
    }
}
