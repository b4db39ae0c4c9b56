// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.report.Reference.Relation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelationTest {

    @ParameterizedTest
    @CsvSource({
        "us/op, 544.28, 253.45, 2.15x slower",
        "us/op, 253.45, 544.28, 2.15x faster",
        "ops/s, 1000, 2000, 2.00x slower",
        "ops/ms, 2000, 1000, 2.00x faster"
    })
    void describesValueRelativeToReference(String unit, double value, double reference, String text) {
        boolean slower = text.contains("slower");
        Relation relation = new Relation(value, reference, unit, slower ? 0.4 : 1.9, slower ? 0.6 : 2.3);
        assertThat(relation.text()).isEqualTo(text);
    }

    @Test
    void marksInsignificantDifference() {
        assertThat(new Relation(101, 100, "ops/s", 0.98, 1.04).text()).isEqualTo("≈ 1.01x");
        assertThat(new Relation(101, 100, "ops/s", 1.001, 1.02).text()).isEqualTo("1.01x faster");
        assertThat(new Relation(200, 100, "ops/s", Double.NaN, Double.NaN).text())
                .as("one fork does not show the spread")
                .isEqualTo("≈ 2.00x");
    }

    @Test
    void returnsInfinityForZero() {
        assertThat(new Relation(5, 0, "ops/s", 2, Double.POSITIVE_INFINITY).text())
                .isEqualTo("∞ x faster");
        assertThat(new Relation(0, 0, "ops/s", Double.NaN, Double.NaN).text()).isEqualTo("n/a");
    }

    @Test
    void returnsNothingForNegativeValue() {
        Relation relation = Relation.of(Forks.of(new double[] {-2, -2}), Forks.of(new double[] {1, 1}), "ops/s");

        assertThat(relation.text()).isEqualTo("n/a");
        assertThat(relation.mayBeEqual()).isTrue();
    }

    /** Logs differ by ln 2, each side has variance 0.01 in 3 forks: df 4, t(0.995; 4) = 4.604095. */
    @Test
    void computesWelchInterval() {
        double[] base = {Math.exp(-0.1), 1, Math.exp(0.1)};
        double[] twice = {2 * Math.exp(-0.1), 2, 2 * Math.exp(0.1)};
        Relation faster = Relation.of(Forks.of(twice), Forks.of(base), "ops/s");
        double half = 4.604094871 * Math.sqrt(2 * 0.01 / 3);
        assertThat(Math.log(faster.low())).isEqualTo(Math.log(2) - half, within(1e-6));
        assertThat(Math.log(faster.high())).isEqualTo(Math.log(2) + half, within(1e-6));
        Relation slower = Relation.of(Forks.of(twice), Forks.of(base), "ns/op");
        assertThat(slower.ratio()).isEqualTo(0.5, within(1e-12));
        assertThat(slower.low()).isEqualTo(1 / faster.high(), within(1e-9));
        assertThat(slower.text()).isEqualTo("2.00x slower");
    }

    @Test
    void isCertainForForksWithoutSpread() {
        Relation relation = Relation.of(Forks.of(new double[] {2, 2}), Forks.of(new double[] {1, 1}), "ops/s");
        assertThat(relation.low()).isEqualTo(2, within(1e-12));
        assertThat(relation.high()).isEqualTo(2, within(1e-12));
    }
}
